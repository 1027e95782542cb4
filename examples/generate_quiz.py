"""Writes a quiz page whose answers are posted to the page's own server."""
import json
import sys
from pathlib import Path

TEMPLATE = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>__TITLE__</title></head>
<body>
<h1>__TITLE__</h1>
<form id="quiz"></form>
<button onclick="send()">Send answers</button>
<p id="result"></p>
<script>
const questions = /*__QUESTIONS__*/ [];
document.getElementById("quiz").innerHTML = questions
  .map((q, i) => `<p><label>${q}<br><input name="q${i}"></label></p>`)
  .join("");

async function send() {
  const answers = Object.fromEntries(new FormData(document.getElementById("quiz")));
  await fetch("/answers", { method: "POST", body: JSON.stringify(answers) });
  document.getElementById("result").textContent = "Your answers were recorded.";
}
</script>
</body>
</html>
"""


def render(title: str, questions: list[str]) -> str:
    page = TEMPLATE.replace("__TITLE__", title)
    return page.replace("/*__QUESTIONS__*/ []", json.dumps(questions))


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(render("Safety quiz", ["Where is the exit?", "Whom do you call?"]), encoding="utf-8")
