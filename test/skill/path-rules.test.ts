import { describe, expect, test } from 'vitest';
import { analyzeSkillText } from '../../src/skill/analyze-skill-text.ts';

function rulesAt(text: string): string[] {
  return analyzeSkillText(text, 'SKILL.md').map((found) => `${found.line}:${found.rule}`);
}

type FiringCase = readonly [why: string, text: string, line?: number];

const FENCE = '```';
const fenced = (language: string, ...lines: string[]) => [FENCE + language, ...lines, FENCE].join('\n');
const TOOL = 'sessions-path-to-file-tool';
const FIND = 'sessions-find-into-file-read';

describe('a path handed to a file tool fires', () => {
  const firing: readonly FiringCase[] = [
    ['an output path is assigned', 'OUTPUT_PATH=/sessions/abc/mnt/outputs/report.md'],
    ['an output directory is assigned, quoted', 'Set OUTPUT_DIR="/sessions/abc/mnt/outputs" first.'],
    ['an assignment in backticks', 'Use `OUTPUT_PATH=/sessions/<id>/mnt/outputs/a.json` for the agent.'],
    ['Write', 'Then call Write(/sessions/abc/mnt/outputs/x.md).'],
    ['Read, quoted', 'Read("/sessions/abc/mnt/uploads/in.csv")'],
    ['Edit with a named argument', 'Edit(file_path="/sessions/abc/notes.md", old_string="a", new_string="b")'],
    ['Glob by pattern', 'Glob(pattern="/sessions/abc/**/*.md")'],
    ['Grep by path', 'Grep(pattern="total", path="/sessions/abc/mnt")'],
    ['a directive with an object', 'Write({file_path: "/sessions/abc/x.md", content: "hello"})'],
    ['a directive over several lines', fenced('python', 'Write(', '    file_path="/sessions/abc/x.md",', ')'), 3],
    ['the session root itself', 'Glob(/sessions)'],
    ['imperative write to', 'Write the summary to `/sessions/abc/mnt/outputs/summary.md`.'],
    ['imperative save at', 'Save your notes at /sessions/abc/notes.md'],
    ['imperative read at', '- Read the uploaded file located at `/sessions/abc/mnt/uploads/a.csv`.'],
    ['imperative edit at', '1. **Edit** the config at "/sessions/abc/config.yaml"'],
    ['an obligation', 'Each sub-agent must write its findings to /sessions/abc/out/findings.json.'],
    ['a time without a comma', 'When finished write the report to /sessions/abc/r.md.'],
    ['an offer', 'You can save the notes to /sessions/abc/notes.md.'],
    ['a condition and then an instruction', 'If it is missing, write a stub to /sessions/abc/stub.md.'],
    ['someone is told to', 'Have the sub-agents save their reports to /sessions/abc/reports'],
    ['the Write tool by name', 'Use the Write tool to create a file at `/sessions/abc/x.md`.'],
    ['a list of files', 'Write a.md, b.md and c.md to /sessions/abc/outputs/'],
    ['a nested list item', '- Steps:\n    - Write the report to /sessions/abc/r.md', 2],
    ['prose inside a fence without a language', fenced('', 'Write your report to /sessions/abc/r.md'), 2],
    ['a python fence', fenced('python', 'Write("/sessions/abc/r.md")'), 2],
    ['a bare line in a fenced dispatch', fenced('', 'Task(subagent_type="general-purpose")', '/sessions/abc/r.md'), 3],
    ['a bare value in a fenced dispatch', fenced('yaml', 'subagent_type: reviewer', 'target: /sessions/abc/r.md'), 3],
    ['a bare list value in a fenced dispatch', fenced('', 'subagent_type: x', '- "/sessions/abc/r.md",'), 3],
    ['an indented dispatch', 'Dispatch:\n\n    Task(subagent_type="x",\n    OUTPUT_PATH=/sessions/abc/r.md)', 4],
    [
      'a blank line inside an indented dispatch',
      'Dispatch:\n\n    Task(subagent_type="x")\n\n    OUTPUT_PATH=/sessions/abc/r.md',
      5,
    ],
    ['a bare line in an indented dispatch', 'Dispatch:\n\n    subagent_type: x\n    /sessions/abc/r.md\n', 4],
    ['a language that only begins like a shell', fenced('shiny', 'OUTPUT_PATH=/sessions/abc/r.md'), 2],
    ['a directive beside an unrelated prohibition', 'Write(/sessions/abc/r.md). Do not modify any other file.'],
    ['the same without a full stop', 'Write(/sessions/abc/r.md) Do not modify any other file.'],
    ['a prohibition on the line before a directive', 'Never guess.\nWrite(/sessions/abc/r.md)', 2],
    ['a directive beside a mention of bash', 'After the bash tool ran: Read(/sessions/abc/r.md)'],
    ['an assignment beside an unrelated prohibition', 'OUTPUT_PATH=/sessions/abc/r.md, and do not rename it'],
    ['a negation inside the arguments', 'Write(file_path="/sessions/abc/r.md", content="do not share")'],
    ['bash in an earlier clause', 'After the bash step, write the summary to `/sessions/abc/s.md`.'],
    ['text after a shell fence', `${fenced('bash title="x"', 'ls /sessions')}\nWrite(/sessions/abc/r.md)`, 4],
    ['text after a fence that a list item opened', '- ```bash\n  ls\n  ```\n- Write(/sessions/abc/r.md)', 4],
    ['text after an inline triple backtick', 'See ```bash``` here.\nWrite(/sessions/abc/r.md)', 2],
    ['text after a blockquoted shell fence', '> ```bash\n> ls /sessions\n> ```\nWrite(/sessions/abc/r.md)', 4],
    ['text after a blockquote left its fence open', '> ```bash\n> ls /sessions\n\nWrite(/sessions/abc/r.md)', 4],
    ['a tilde fence is closed by tildes only', '~~~bash\n```\nls /sessions\n~~~\nWrite(/sessions/abc/r.md)', 5],
    ['CRLF lines count as one', 'a\r\nb\r\nWrite(/sessions/abc/r.md)\r\n', 3],
  ];
  test.each(firing.map(([why, text, line = 1]) => [why, text, line] as const))('%s', (_why, text, line) => {
    expect(rulesAt(text)).toEqual([`${line}:${TOOL}`]);
  });
});

describe('what is no hand-over stays silent', () => {
  const silent: readonly (readonly [why: string, text: string])[] = [
    ['bash fence', fenced('bash', 'OUTPUT_PATH=/sessions/abc/r.md', 'cat /sessions/abc/x')],
    ...['sh', 'shell', 'zsh', 'console', 'shell-session', 'bash-session', 'Bash'].map(
      (language) => [`${language} fence`, fenced(language, 'Write(/sessions/abc/r.md)')] as const,
    ),
    ['bash fence with an info string', fenced('bash title="x"', 'OUTPUT_PATH=/sessions/abc/r.md')],
    ['bash fence in a blockquote', '> ```bash\n> OUTPUT_PATH=/sessions/abc/r.md\n> ```'],
    ['bash fence in a list', '1. Run:\n\n    ```bash\n    OUTPUT_PATH=/sessions/abc/r.md\n    ```'],
    ['bash fence that a list item opens', '- ```bash\n  OUTPUT_PATH=/sessions/abc/r.md\n  ```\n'],
    ['longer bash fence', '````bash\n```\nWrite(/sessions/abc/r.md)\n````'],
    ['indented block', 'Run:\n\n    OUTPUT_PATH=/sessions/abc/r.md\n    cp x /sessions/abc/y'],
    ['tab-indented block', 'Run:\n\n\tOUTPUT_PATH=/sessions/abc/r.md'],
    [
      'dispatch named in a comment of an indented block',
      'Run:\n\n    # see Task( above\n    OUTPUT_PATH=/sessions/abc/r.md',
    ],
    ['prohibition on the line', 'Never write anything to /sessions/abc/r.md.'],
    ['prohibition spelled out', 'You must not save files to /sessions/abc'],
    ['contraction', "Don't write the report to /sessions/abc/r.md"],
    ['contraction with a typographic apostrophe', 'Don’t write the report to /sessions/abc/r.md'],
    ['avoid', 'Avoid prompts that say: write the report to /sessions/abc/r.md'],
    ['prohibition on the line before', 'Do not do this:\nWrite the report to /sessions/abc/r.md'],
    ['prohibition on the line after', 'Write the report to /sessions/abc/r.md\n(never do this)'],
    ['the bash tool as instrument', 'Use the bash tool to write the report to `/sessions/abc/r.md`.'],
    ['the bash tool in a fronted clause', 'Using the bash tool, write the report to `/sessions/abc/r.md`.'],
    ['the bash tool in a trailing clause', 'Write the report to `/sessions/abc/r.md` using the bash tool.'],
    ['bash in the linking clause', 'With bash write the report to /sessions/abc/r.md'],
    ['bash behind the path', 'Write the report to /sessions/abc/r.md via bash.'],
    ['passive voice', 'Deliverables are saved at /sessions/abc/mnt/outputs.'],
    ['passive voice with an ambiguous participle', 'Uploads are always read at /sessions/abc/mnt/uploads.'],
    ['read-only', 'Uploads are read-only at /sessions/abc/mnt/uploads.'],
    ['a fact', 'The VM cwd is `/sessions/<id>`.'],
    ['a noun', 'Each write to /sessions/abc is denied by the gate.'],
    ['a noun phrase', 'Read/write access to /sessions/abc needs a VM.'],
    ['a plural subject', 'Sub-agents write to /sessions/abc in a VM.'],
    ['an ability', 'Sub-agents can read the uploads at /sessions/abc/mnt/uploads.'],
    ['a prediction', 'The exporter will save its log to /sessions/abc/log.'],
    ['an attempt', 'A skill that tries to write to /sessions/abc is denied.'],
    ['a condition', 'If you write to /sessions/abc/x.md, the gate denies it.'],
    ['how-to', 'The guide on how to save files to /sessions/abc is for a VM.'],
    ['where a dispatch starts', fenced('', 'Task(x)', 'Working directory: /sessions/abc')],
    ['another verb carries the path', 'Write the script, then copy it to /sessions/abc/bin.'],
    ['another sentence', 'Read the guide. The VM looks at /sessions/abc.'],
    ['teaching idiom', '❌ Write(/sessions/abc/r.md) — never do this; use the bash tool instead.'],
    ['teaching idiom before the directive', 'Do not call Read(/sessions/abc/r.md).'],
    ['a forbidden assignment', 'Never set OUTPUT_PATH=/sessions/abc/r.md'],
    ['the path is text, not a target', 'Write("notes.md", content="see /sessions/abc")'],
    ['the path is the text searched for', 'Grep(pattern="/sessions/", path="docs")'],
    ['the path stands behind the directive', 'Read(a.md) after the VM filled /sessions/abc'],
    ['someone else’s function', 'fs.Read(/sessions/abc) and rewrite(/sessions/abc)'],
    ['a path that only ends so', 'Write(/mnt/sessions/abc) Read(https://x.test/sessions/a) Edit($ROOT/sessions/a)'],
    ['a longer name', 'Write(/sessions-old/a.md)'],
    ['a sentence inside a fenced dispatch', fenced('', 'Task(x)', 'The VM mounts /sessions/abc/mnt for you.')],
    ['a bash command inside a fenced dispatch', fenced('', 'Task(x)', 'prompt: run "ls /sessions/abc" in bash')],
    ['a bare path without a dispatch', fenced('', '/sessions/abc/mnt/outputs')],
  ];
  test.each(silent)('%s', (_why, text) => {
    expect(rulesAt(text)).toEqual([]);
  });
});

describe('the documented false negatives stay as documented', () => {
  const missed: readonly (readonly [why: string, text: string])[] = [
    ['a path carried by a variable', 'Write($OUT/report.md)\nOUTPUT_PATH=$OUT/x'],
    ['an indented block without a dispatch', 'Template:\n\n    Write(/sessions/abc/r.md)\n'],
    ['a dispatch in prose alone', 'Dispatch a general-purpose sub-agent whose result lands in /sessions/abc/r.md.'],
    ['a bash-fenced dispatch', fenced('bash', 'Task(subagent_type="x"', 'OUTPUT_PATH=/sessions/abc/r.md)')],
    ['a lower-case output_path', fenced('', 'Task(subagent_type="x")', 'output_path: /sessions/abc/r.md')],
    ['a lower-case output_path, assigned', fenced('', 'Task(subagent_type="x")', 'output_path=/sessions/abc/r.md')],
    ['a JSON key', fenced('json', '{"subagent_type": "x",', '"output_path": "/sessions/abc/r.md"}')],
    ['an argument shape without a comma', 'Task(general-purpose OUTPUT_PATH /sessions/abc/r.md)'],
    ['a host path outside the folders', 'Write(/etc/passwd)'],
    ['a write into a read-only folder', 'Write(uploads/a.csv)'],
  ];
  test.each(missed)('%s', (_why, text) => {
    expect(rulesAt(text)).toEqual([]);
  });
});

describe('find feeding a file tool', () => {
  const firing: readonly FiringCase[] = [
    ['substituted', 'Read($(find /sessions -name out.md))'],
    ['backticks', 'Grep("total", `find /sessions/abc -type f`)'],
    ['captured and used on the line', 'F=$(find /sessions -name a.md); Read($F)'],
    ['a gap for the output', 'Run `find /sessions -name a.md`, then Read(<that path>).'],
    ['captured, used on the next line', 'REPORT=$(find /sessions/abc -name r.md)\nRead($REPORT)'],
    ['captured, used in braces', 'REPORT="$(find /sessions/abc -name r.md)"\nRead("$\u007bREPORT}")'],
    ['redirected', 'find /sessions -name r.md > $HITS\nGrep(total, $HITS)'],
    ['redirected to a name', 'find /sessions -name r.md > HITS\nRead(HITS)'],
    ['a shell fence follows', `Read($(find /sessions -name a.md))\n${fenced('bash', 'ls')}`],
    ['the text ends', 'x\nRead($(find /sessions -name a.md))', 2],
    ['find that excludes', "Read($(find /sessions -not -name '*.tmp'))"],
  ];
  test.each(firing.map(([why, text, line = 1]) => [why, text, line] as const))('fires: %s', (_why, text, line) => {
    expect(rulesAt(text)).toEqual([`${line}:${FIND}`]);
  });
  const silent: readonly (readonly [why: string, text: string])[] = [
    ['only the input is shared', 'find /sessions -name "$NAME" -print\nRead($NAME)'],
    ['two lines on', 'R=$(find /sessions -name r.md)\n\nRead($R)'],
    ['another variable', 'R=$(find /sessions -name r.md)\nRead($OTHER)'],
    ['a file of its own', 'Run `find /sessions -type f` for fun, then Read(README.md).'],
    ['find elsewhere', 'Read($(find . -name out.md))'],
    ['another command sees the path', 'find . -name a | grep /sessions; Read($X)'],
    ['bash fence', fenced('bash', 'R=$(find /sessions -name r.md)', 'Read($R)')],
    ['forbidden', 'Never call Read($(find /sessions -name out.md)).'],
    ['an English find', 'You can find the list in /sessions/abc; Read(notes.md).'],
    ['a write', 'Write($(find /sessions -name out.md))'],
  ];
  test.each(silent)('silent: %s', (_why, text) => {
    expect(rulesAt(text)).toEqual([]);
  });
});

describe('a finding', () => {
  test('is reported once for several contexts of one path on a line', () => {
    const text = fenced('', 'Task(subagent_type="x")', 'OUTPUT_PATH=/sessions/abc/r.md');
    expect(rulesAt(text)).toEqual([`3:${TOOL}`]);
  });
  test('is made for each path of a line', () => {
    expect(rulesAt('Read(/sessions/a) Write(/sessions/b)')).toHaveLength(2);
  });
  test('names the tier, the path, the column, and is an error', () => {
    const [found] = analyzeSkillText('Call Write(/sessions/abc/r.md).', 'x/SKILL.md');
    expect(found).toMatchObject({ severity: 'error', path: 'x/SKILL.md', line: 1, column: 12 });
    expect(found?.message).toMatch(/host loop/);
    expect(found?.message).toContain('/sessions/abc/r.md');
  });
  test('shows nothing of the text that steers a reader', () => {
    const [found] = analyzeSkillText('Write(/sessions/a\u202e\u0007b)', 'SKILL.md');
    expect(found?.message).not.toMatch(/[\u202e\u0007]/);
  });
});
