/** An element of XML: elements and texts in it, in their order. */
export interface XmlElement {
  /** In lower case, without the prefix of its namespace, in which documents differ. */
  name: string
  attributes: ReadonlyMap<string, string>
  children: (XmlElement | string)[]
  /** Line at which it begins, from 1. */
  line: number
}

export interface XmlDocument {
  /** Holds the outermost element. */
  root: XmlElement
  /** The first place at which it is no XML; elements up to there, and after it where they can be told, are in `root`. */
  problem?: { line: number; message: string }
}

// From where the one before ended, so that each letter is read once; what is no attribute ends the tag.
const attribute = /\s+([\w:.-]{1,100})\s{0,10}=\s{0,10}(?:"([^"]*)"|'([^']*)')/gy

/** Characters of one tag. */
const MAX_TAG_LENGTH = 5000

/** Elements within one another. */
const MAX_DEPTH = 60

/**
 * Passages outside of elements end where they say so; an endless one ends the document, so that nothing is read twice.
 */
const passages = [
  { begins: '<!--', ends: '-->' },
  { begins: '<![CDATA[', ends: ']]>' },
  { begins: '<!', ends: '>' },
  { begins: '<?', ends: '?>' },
]

/** Reads XML in one pass. Entities that it declares itself are ignored, and nothing is fetched. */
export function parseXml(xml: string): XmlDocument {
  const root: XmlElement = { name: '', attributes: new Map(), children: [], line: 1 }
  const parsed: XmlDocument = { root }
  const open = [root]
  let at = 0
  let line = 1
  const report = (message: string) => (parsed.problem ??= { line, message })
  while (at < xml.length) {
    const parent = open.at(-1) ?? root
    const passage = passages.find(({ begins }) => xml.startsWith(begins, at))
    const end = passage ? xml.indexOf(passage.ends, at + passage.begins.length) : endOfPiece(xml, at)
    if (end < 0) {
      report(`“${xml.slice(at, at + 20)}” has no end`)
      break
    }
    const piece = xml.slice(at, passage ? end + passage.ends.length : end)
    at += piece.length
    if (passage) {
      if (passage.begins === '<![CDATA[') parent.children.push(xml.slice(at - piece.length + 9, end))
    } else if (!piece.startsWith('<')) parent.children.push(decodeEntities(piece))
    else if (piece.startsWith('</')) {
      const name = getLocalName(piece.slice(2, -1).trim())
      if (name !== parent.name) report(`“</${name}>” ends nothing that is open`)
      if (open.length > 1) open.pop()
    } else {
      const child = { ...parseElement(piece), line }
      parent.children.push(child)
      if (open.length > MAX_DEPTH) report(`More than ${MAX_DEPTH} elements are within one another`)
      else if (!piece.endsWith('/>')) open.push(child)
    }
    line += piece.split('\n').length - 1
  }
  if (open.length > 1) report(`“<${open.at(-1)?.name}>” has no end`)
  return parsed
}

/** Finds the end of the tag, or of the text before the next one; -1 where there is none. */
function endOfPiece(xml: string, from: number): number {
  if (xml[from] !== '<') {
    const next = xml.indexOf('<', from)
    return next < 0 ? xml.length : next
  }
  let quote = ''
  for (let at = from + 1; at < Math.min(xml.length, from + MAX_TAG_LENGTH); at += 1) {
    const character = xml[at] ?? ''
    if (quote !== '') quote = character === quote ? '' : quote
    else if (character === '"' || character === "'") quote = character
    else if (character === '<') return -1
    else if (character === '>') return at + 1
  }
  return -1
}

function parseElement(tag: string): Omit<XmlElement, 'line'> {
  const name = /^<([\w:.-]+)/.exec(tag)?.[1] ?? ''
  return { name: getLocalName(name), attributes: parseAttributes(tag.slice(name.length + 1)), children: [] }
}

const getLocalName = (name: string) => name.slice(name.indexOf(':') + 1).toLowerCase()

const parseAttributes = (said: string) =>
  new Map(
    [...said.matchAll(attribute)].map(([, name = '', quoted, single]) => [
      name,
      decodeEntities(quoted ?? single ?? ''),
    ]),
  )

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const decodeEntities = (text: string) =>
  text.replaceAll(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
      if (name !== undefined) return named[name] ?? whole
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole
    },
  )

const listChildren = ({ children }: XmlElement): XmlElement[] => children.filter((child) => typeof child !== 'string')

/** The elements of a name right below an element. */
export const childrenOf = (element: XmlElement, name: string): XmlElement[] =>
  listChildren(element).filter((child) => child.name === name)

export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element && listChildren(element).find((child) => child.name === name)

/** The text right below an element, without that of other elements. */
export const textOf = (element: XmlElement | undefined): string =>
  element?.children.filter((child) => typeof child === 'string').join('') ?? ''

/** The first element of a name in an element, at any depth. */
export function findElement(
  element: XmlElement,
  name: string,
  fits: (element: XmlElement) => boolean = () => true,
): XmlElement | undefined {
  for (const child of listChildren(element)) {
    const found = child.name === name && fits(child) ? child : findElement(child, name, fits)
    if (found) return found
  }
  return undefined
}
