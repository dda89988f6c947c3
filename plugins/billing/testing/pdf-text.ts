import { inflateSync } from 'node:zlib'

export interface PdfText {
  /**
   * Lines that a reader copies out, one for each run of text: glyphs turned back into letters by the fonts' own tables.
   */
  lines: string[]
  /** Glyphs that stand for no letter, drawn as empty boxes. */
  missing: number
  /** Names of the fonts, with whether the file brings them along. */
  fonts: { name: string; isEmbedded: boolean }[]
}

/**
 * Reads the text of a PDF whose fonts have two-byte glyph numbers and a ToUnicode table, as pdfkit embeds them.
 * @throws when text is drawn in another font
 */
export function pdfText(pdf: Buffer): PdfText {
  const objects = objectsOf(pdf)
  const fonts = new Map<string, Map<number, string>>()
  for (const { text } of objects.values()) {
    for (const [, name = '', id = ''] of text.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const [, table] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id)?.text ?? '') ?? []
      if (table) fonts.set(name, lettersOf(objects.get(table)?.stream ?? ''))
    }
  }
  const content = [...objects.values()].map(({ stream }) => stream).filter((stream) => stream.includes('BT\n'))
  const lines: string[] = []
  let missing = 0
  for (const [, block = ''] of content.join('\n').matchAll(/^BT\n([^]*?)^ET$/gm)) {
    const [, name = ''] = /\/(F\d+) [\d.]+ Tf/.exec(block) ?? []
    const letters = fonts.get(name)
    if (!letters) throw new Error(`Text in ${name || 'no font'}, which has no table of letters`)
    let line = ''
    for (const [, hex = ''] of block.matchAll(/<([0-9a-f]+)>/g)) {
      for (const [glyph] of hex.matchAll(/[0-9a-f]{4}/g)) {
        const number = parseInt(glyph, 16)
        if (number === 0) missing += 1
        line += letters.get(number) ?? ''
      }
    }
    lines.push(line)
  }
  return { lines, missing, fonts: fontsIn(objects) }
}

type Objects = Map<string, { text: string; stream: string }>

function objectsOf(pdf: Buffer): Objects {
  const objects: Objects = new Map()
  for (const [, id = '', body = ''] of pdf.toString('latin1').matchAll(/^(\d+) 0 obj\n([^]*?)\nendobj$/gm)) {
    const [text = '', packed] = body.split(/\nstream\n/, 2)
    const bytes = Buffer.from(packed?.replace(/\nendstream$/, '') ?? '', 'latin1')
    const isPacked = text.includes('/FlateDecode')
    objects.set(id, { text, stream: (isPacked ? inflateSync(bytes) : bytes).toString('latin1') })
  }
  return objects
}

/** Parses `<0000> <00ff> [<0020> ...]`: letters from the first number on. */
function lettersOf(table: string): Map<number, string> {
  const letters = new Map<number, string>()
  for (const [, first = '', list = ''] of table.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g)) {
    for (const [index, [, hex = '']] of [...list.matchAll(/<([0-9a-f ]*)>/g)].entries()) {
      const text = Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le')
      letters.set(parseInt(first, 16) + index, text)
    }
  }
  return letters
}

function fontsIn(objects: Objects): PdfText['fonts'] {
  const descriptors = [...objects.values()].filter(({ text }) => text.includes('/Type /FontDescriptor'))
  const builtIn = [...objects.values()].filter(({ text }) => text.includes('/Subtype /Type1'))
  return [...descriptors, ...builtIn].map(({ text }) => ({
    name: /\/(?:FontName|BaseFont) \/(\S+)/.exec(text)?.[1] ?? '',
    isEmbedded: /\/FontFile\d? /.test(text),
  }))
}
