// What moves a terminal's cursor, answers in its name, ends a line, turns writing around, or is half a character. Names of
// people and organizations reach a terminal, also those from before they were refused.
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu

const escapeCharacter = (character: string) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`

/** Text for one line of a terminal: what cannot be printed is written as JSON writes it. */
export function printableLine(text: string): string {
  return text.replaceAll(UNPRINTABLE, escapeCharacter)
}

/** The same for text of several lines, which keeps its line breaks and tabs. A JSON document says the same afterwards. */
export function printable(text: string): string {
  return text.replaceAll(UNPRINTABLE, (character) =>
    /[\n\t]/.test(character) ? character : escapeCharacter(character),
  )
}
