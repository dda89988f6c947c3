import { splitMarks, tidyMarks } from '../mark-contract.ts'

/** Converts bold and italic words of a text to HTML. @param escape escapes words for HTML */
export const writeMarks = (text: string, escape: (words: string) => string): string =>
  splitMarks(tidyMarks(text))
    .map(({ text: words, isBold, isItalic }) => {
      const slanted = isItalic ? `<em>${escape(words)}</em>` : escape(words)
      return isBold ? `<strong>${slanted}</strong>` : slanted
    })
    .join('')

/** Escapes a text for HTML, preserving its line breaks and spaces. */
export const escapeHtml = (text: string): string =>
  text
    .replaceAll(/\r\n|\r/g, '\n')
    .replaceAll(/[&<>\n]|(?<=\$)\$|\$(?=\$)/g, (sign) => signs[sign] ?? sign)
    .replaceAll(/ (?= |<br>)|(?<=<br>) /g, '&nbsp;')

const signs: Readonly<Record<string, string>> = { '&': '&amp;', $: '&#36;', '<': '&lt;', '>': '&gt;', '\n': '<br>' }
