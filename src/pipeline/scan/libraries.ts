/**
 * Libraries among the code of a page. In: a unit and its program. Out: what of it is no distribution of a library that a
 * primitive models, whose model stands for it; whether it is the distribution of another one and nothing else: that is not
 * run, and said to have been left out.
 */
import type { CodeUnit } from '../../contracts.ts';
import type { Primitive } from '../../interpreter/contract.ts';
import { isKnownLibrary } from '../../syntax/references.ts';
import type { Node } from '../../syntax/tree.ts';
import { bare, isFunction } from '../../syntax/tree.ts';

/** Where a distribution names itself. */
const HEAD = 1_000;

/**
 * What a script holds beside the distributions of libraries that have a model; null where it holds nothing else. A distribution
 * is one statement round everything. Alone in its file it is known by its head, among others by the function that wraps it.
 */
export function besideLibraries(unit: CodeUnit, program: Node, primitives: readonly Primitive[]): Node | null {
  if (unit.role !== 'script') return program;
  const { text } = unit.code;
  const statements = statementsOf(program).flatMap(inTurn);
  const isAlone = statements.length === 1 && primitives.some(({ library }) => library?.test(text.slice(0, HEAD)));
  if (isAlone) return null;
  const own = statements.filter((statement) => !isWrapped(statement, text, primitives));
  if (own.length === statements.length) return program;
  return own.length === 0 ? null : ({ ...program, body: own } as unknown as Node);
}

/** What was joined by commas, one after the other. */
function inTurn(statement: Node): readonly Node[] {
  const { expression } = statement;
  if (statement.type !== 'ExpressionStatement' || expression?.type !== 'SequenceExpression') return [statement];
  return expression.expressions.map((part) => ({ ...statement, start: part.start, end: part.end, expression: part }));
}

/** A function that is called at once, with another one: `!function (global, factory) {…}(window, function () {…})`. */
function isWrapped({ type, expression }: Node, text: string, primitives: readonly Primitive[]): boolean {
  if (type !== 'ExpressionStatement') return false;
  const call = bare(expression?.type === 'UnaryExpression' ? expression.argument! : expression!);
  if (call.type !== 'CallExpression' || !call.arguments.some((argument) => isFunction(bare(argument)))) return false;
  const { start, end } = bare(call.callee);
  return end - start < HEAD && primitives.some(({ wrapper }) => wrapper?.test(text.slice(start, end)));
}

/** The comment at the very start, in which a distribution names its version or its licence. */
const BANNER = /^\s*\/[*/][\s\S]{0,800}?(?:licen[sc]e|copyright|\(c\)|\d+\.\d+\.\d+)/i;
/** Characters a line has on average in a file that was made smaller. */
const DENSE = 200;
/** A library is told where to write; an address of its own makes a file the page's. */
const OWN_ADDRESS =
  /\b(?:fetch|sendBeacon|ajax|post|put|patch)\s{0,20}\(\s{0,20}["'`](?:\.{0,2}\/|https?:)|\.open\s{0,20}\(\s{0,20}["'`](?:post|put|patch|delete)["'`]\s{0,20},\s{0,20}["'`]/i;

/** Names too common to say what a missing file is, and telling where the file is there to be looked at. */
const FURTHER =
  /(?:^|\/)(?:jquery[.-](?:ui|migrate|mobile|validate|form|datatables|easing|cookie|inputmask)|angular|backbone|knockout|ember|mithril|preact|lit|stimulus|turbo|zepto|mootools|require|requirejs|raphael|morris|c3|nvd3|rickshaw|dygraphs?|cytoscape|vis|vis-network|vis-timeline|sigma|joint|dagre|dagre-d3|viz|cal-heatmap|apexcharts|highcharts|billboard|frappe-charts|chartist|select2|choices|flatpickr|pikaday|hammer|mousetrap|clipboard|lunr|fuse|showdown|markdown-it|remarkable|mathquill|tinymce|ckeditor|summernote|trumbowyg|simplemde|easymde|toastr|sweetalert2?|noty|izitoast|tippy|floating-ui|hls|video|plyr|mediaelement(?:-and-player)?|wavesurfer|jspdf|html2canvas|pdf|math|numeral|immer|immutable|rxjs|redux|mobx|vuex|vue-router|vuetify|reveal|swagger-ui-bundle|swagger-ui-standalone-preset|redoc|bootstrap-(?:table|select|datepicker|wysihtml5|multiselect|colorpicker|tagsinput|fileinput))(?:[.@-](?:\d[\d.]*|min|umd|prod|production|esm|iife|bundle|all|full|core|global|standalone|pkgd))*\.m?js$/i;

/** The distribution of a library by its file's name, by how it is written, and by its one statement. */
export function isUnmodelledLibrary(unit: CodeUnit, program: Node, name: string): boolean {
  const { text } = unit.code;
  if (unit.role !== 'script' || !(isKnownLibrary(name) || FURTHER.test(name)) || statementsOf(program).length !== 1)
    return false;
  return (isDense(text) || BANNER.test(text.slice(0, HEAD))) && !OWN_ADDRESS.test(text);
}

/** Characters from which on a dense script is that of a tool, also where it stands in the page. */
const LARGE = 20_000;

/**
 * Made smaller by a tool and with no address of its own: a library, or several put into one file. It is run, since code of
 * the page's own may stand among them.
 */
export function isWrittenAsLibrary({ code: { text } }: CodeUnit): boolean {
  return text.length > LARGE && isDense(text) && !OWN_ADDRESS.test(text);
}

function isDense(text: string): boolean {
  return text.length > DENSE * (text.match(/\n/g)?.length ?? 1);
}

/** A directive is no statement of its own. */
function statementsOf(program: Node): readonly Node[] {
  const body = program.body as readonly Node[];
  return body.filter(
    (node) => node.type !== 'EmptyStatement' && (node as { directive?: unknown }).directive === undefined,
  );
}
