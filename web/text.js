// Text fields where there is no keyboard: an input element of the page has the text that the program's field has,
// and gives it what is typed.

const codes = { Enter: 257, Escape: 256 };

export function connectText(canvas, program) {
  const input = document.createElement("input");
  Object.assign(input, { id: "ikscope-text", hidden: true, autocomplete: "off", spellcheck: false, enterKeyHint: "done" });
  input.setAttribute("autocapitalize", "off");
  input.setAttribute("autocorrect", "off");
  input.setAttribute("aria-label", "Text of the field");
  canvas.after(input);

  const press = (code) => {
    for (const down of [true, false]) program._page_key(code, code, down, false, false, false, false);
  };
  const close = () => {
    input.hidden = true;
    if (document.activeElement !== canvas) canvas.focus();
  };
  input.addEventListener("input", () => {
    const text = input.inputMode === "decimal" ? input.value.replace(",", ".") : input.value; // as some pads have it
    program.ccall("page_type", null, ["string"], [text]);
  });
  input.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key !== "Enter" && event.key !== "Escape") return;
    press(codes[event.key]);
    event.preventDefault();
    close();
  });
  input.addEventListener("blur", () => {
    if (input.hidden) return;
    input.hidden = true;
    press(codes.Enter);
  });

  /** After a tap, within its event: phones show their keyboard for nothing else. */
  function follow() {
    const wants = program._page_wants_text();
    if (!wants && !input.hidden) return close();
    if (!wants || !input.hidden) return;
    input.inputMode = wants === 2 ? "decimal" : "text";
    input.value = program.ccall("page_field", "string", [], []);
    input.hidden = false;
    input.focus();
    input.select();
  }
  return { follow, shown: () => !input.hidden };
}
