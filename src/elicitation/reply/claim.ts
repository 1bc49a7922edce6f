/** The claimed edge of a reply: the sentence after its label. */

/** "Claimed edge:", with the marks that models put around it: bold, headings, bullets, numbers, dashes for the colon. */
const LABEL =
  /^[\s>#*_\-–•\d.)/|"`]*claimed[ -]edge\b[\s*_"`|]*(?:\([^)\n]*\)[\s*_]*)?(?::|：|[-–—](?=\s)|=|$|(?<=\|\s*))[\s*_"`|]*(.*)$/i;
const NEXT_LABEL = /^\s*(?:#|[-*•]\s|\d+[.)]\s|\*\*|[A-Z][\w ]{2,24}:)/;

/** The text after the label of the first line that has one; null when there is none, or nothing follows it. */
export function claimedEdgeOf(text: string): string | null {
  const lines = text.split('\n');
  for (const [at, line] of lines.entries()) {
    const found = LABEL.exec(line);
    if (!found) continue;
    const claim = tidy(sentence(found[1]!, lines.slice(at + 1)));
    if (claim !== '') return claim;
  }
  return null;
}

/** The label's own line, or the next one with text; with lines that go on in the middle of a sentence. */
function sentence(start: string, following: readonly string[]): string {
  const rest = [...following];
  let claim = start.trim();
  if (claim === '') {
    while (rest[0]?.trim() === '') rest.shift();
    claim = rest.shift()?.trim() ?? '';
    if (/^[A-Z][\w ]{2,24}:\s/.test(claim)) return '';
  }
  while (
    rest[0] !== undefined &&
    rest[0].trim() !== '' &&
    !/[.!?]["*_)”]*$/.test(claim) &&
    !NEXT_LABEL.test(rest[0])
  )
    claim += ' ' + rest.shift()!.trim();
  return claim;
}

/** Without list and comment marks before it, emphasis and quotation marks around it, and a table's bar after it. */
function tidy(claim: string): string {
  return claim
    .replace(/^(?:[-*•>]\s+|\/\/\s*|#\s+)/, '')
    .replace(/\s*\|\s*$/, '')
    .replace(/\*\*|__|`/g, '')
    .replace(/^["“”*_\s]+|["“”*_\s]+$/g, '')
    .trim();
}
