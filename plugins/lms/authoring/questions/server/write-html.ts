import { splitMarks, tidyMarks } from '../mark-contract.ts'

/** Writes bold and italic words of a text as HTML. @param escape writes words so that they are no markup */
export const writeMarks = (text: string, escape: (words: string) => string): string =>
  splitMarks(tidyMarks(text))
    .map(({ text: words, isBold, isItalic }) => {
      const slanted = isItalic ? `<em>${escape(words)}</em>` : escape(words)
      return isBold ? `<strong>${slanted}</strong>` : slanted
    })
    .join('')

/** Escapes a text for HTML, in which its line breaks and spaces stay. */
export const escapeHtml = (text: string): string =>
  text
    .replaceAll(/\r\n|\r/g, '\n')
    .replaceAll(/[&<>\n]|(?<=\$)\$|\$(?=\$)/g, (sign) => signs[sign] ?? sign)
    .replaceAll(/ (?= |<br>)|(?<=<br>) /g, '&nbsp;')

const signs: Readonly<Record<string, string>> = { '&': '&amp;', $: '&#36;', '<': '&lt;', '>': '&gt;', '\n': '<br>' }
