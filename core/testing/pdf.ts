import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

interface ReadPdf {
  /** All text of each page. */
  pages: string[]
  /** Reads the text of each table cell, as a screen reader reads it out. */
  cells: string[]
  /** Tags of its parts. */
  structure: Set<string>
  lang: string | null
  title: string | undefined
  /** Points from the left to where the longest line ends. */
  right: number
}

interface Node {
  role?: string
  type?: string
  id?: string
  children?: Node[]
}

interface Item {
  str?: string
  id?: string
  type?: string
  hasEOL?: boolean
  /** Points. */
  width?: number
  transform?: number[]
}

/** Reads a PDF as a reader of screens does: by its tags. */
export async function readPdf(pdf: Buffer): Promise<ReadPdf> {
  const loading = getDocument({ data: new Uint8Array(pdf), verbosity: 0 })
  const document = await loading.promise
  const read: ReadPdf = { pages: [], cells: [], structure: new Set(), lang: null, title: undefined, right: 0 }
  const metadata = await document.getMetadata()
  const info = metadata.info as { Language?: string | null; Title?: string }
  read.lang = info.Language ?? null
  read.title = info.Title
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent({ includeMarkedContent: true })
    read.pages.push((items as Item[]).map(({ str = '' }) => str).join(' '))
    for (const { transform = [], width = 0 } of items as Item[]) {
      read.right = Math.max(read.right, (transform[4] ?? 0) + width)
    }
    const texts = textsOf(items)
    const visit = (node: Node, into: string[] | undefined) => {
      if (node.role && node.role !== 'Root') read.structure.add(node.role)
      const said = node.type === 'content' && node.id ? texts.get(node.id) : undefined
      if (said !== undefined) into?.push(said)
      const isCell = node.role === 'TD' || node.role === 'TH'
      const own = isCell ? [] : into
      for (const child of node.children ?? []) visit(child, own)
      // Of a table of several pages each tells all cells; those of others have nothing on this one.
      if (isCell && own && own.length > 0) read.cells.push(own.join('').trim())
    }
    const tree = (await page.getStructTree()) as Node | null
    if (tree) visit(tree, undefined)
  }
  await loading.destroy()
  return read
}

/** The text of each marked part of a page. */
function textsOf(items: readonly Item[]): Map<string, string> {
  const texts = new Map<string, string>()
  const open: (string | undefined)[] = []
  for (const { type, id, str } of items) {
    if (type === 'beginMarkedContentProps' || type === 'beginMarkedContent') open.push(id)
    else if (type === 'endMarkedContent') open.pop()
    else {
      const current = open.findLast((one) => one !== undefined)
      if (current) texts.set(current, (texts.get(current) ?? '') + (str ?? ''))
    }
  }
  return texts
}
