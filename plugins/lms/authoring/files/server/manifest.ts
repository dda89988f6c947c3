import type { PackageFacts } from '../contract.ts'

interface Element {
  name: string
  attributes: ReadonlyMap<string, string>
  children: Element[]
  text: string
}

// From where the one before ended, so that each letter is read once; what is no attribute ends the tag.
const attribute = /\s+([\w:.-]{1,100})\s{0,10}=\s{0,10}(?:"([^"]*)"|'([^']*)')/gy

/** Characters of one tag. */
const MAX_TAG_LENGTH = 5000

/** Elements within one another; no manifest has more. */
const MAX_DEPTH = 60

/** Characters. */
const MAX_TITLE_LENGTH = 200
const MAX_PATH_LENGTH = 300

/**
 * Reads a manifest of SCORM: the title of its organization, and the page of its first item. Unreadable parts are left
 * out; entities that it declares itself are ignored.
 */
export function readManifest(xml: string): PackageFacts {
  const root = parseElements(xml)
  const organizations = findElement(root, 'organizations')
  const all = organizations?.children.filter(({ name }) => name === 'organization') ?? []
  const chosen = organizations?.attributes.get('default')
  const organization = all.find(({ attributes }) => attributes.get('identifier') === chosen) ?? all[0]
  const item = organization && findElement(organization, 'item', ({ attributes }) => attributes.has('identifierref'))
  const wanted = item?.attributes.get('identifierref')
  const resources = findElement(root, 'resources')
  const resource = resources?.children.find(
    ({ name, attributes }) =>
      name === 'resource' &&
      attributes.has('href') &&
      (wanted === undefined || attributes.get('identifier') === wanted),
  )
  const bases = [resources, resource].map((element) => element?.attributes.get('xml:base') ?? '')
  const title = organization?.children.find(({ name }) => name === 'title')?.text ?? ''
  const version = findElement(root, 'schemaversion')?.text ?? ''
  return {
    title: title
      .replaceAll(/[\p{Cc}\p{Cs}\p{Bidi_Control}\s]+/gu, ' ')
      .trim()
      .slice(0, MAX_TITLE_LENGTH),
    startPage: resolvePath(bases.join('') + (resource?.attributes.get('href') ?? '')),
    standard: /2004|1\.3/.test(version) ? 'scorm-2004' : 'scorm-1.2',
  }
}

/** The path in the package, without what an address has behind it. */
function resolvePath(href: string): string {
  const [written = ''] = href.split(/[?#]/, 1)
  const path = written.replace(/^(\.?\/)+/, '')
  try {
    return decodeURIComponent(path).slice(0, MAX_PATH_LENGTH)
  } catch {
    return path.slice(0, MAX_PATH_LENGTH)
  }
}

/** The first element of a name in an element, at any depth. */
function findElement(
  element: Element,
  name: string,
  fits: (element: Element) => boolean = () => true,
): Element | undefined {
  for (const child of element.children) {
    const found = child.name === name && fits(child) ? child : findElement(child, name, fits)
    if (found) return found
  }
  return undefined
}

/**
 * Passages outside of elements end where they say so; an endless one ends the manifest, so that nothing is read twice.
 */
const passages = [
  { begins: '<!--', ends: '-->' },
  { begins: '<![CDATA[', ends: ']]>' },
  { begins: '<!', ends: '>' },
  { begins: '<?', ends: '?>' },
]

function parseElements(xml: string): Element {
  const root: Element = { name: '', attributes: new Map(), children: [], text: '' }
  const open = [root]
  let at = 0
  while (at < xml.length) {
    const parent = open.at(-1) ?? root
    const passage = passages.find(({ begins }) => xml.startsWith(begins, at))
    const end = passage ? xml.indexOf(passage.ends, at + passage.begins.length) : endOfPiece(xml, at)
    if (end < 0) break
    if (passage) {
      if (passage.begins === '<![CDATA[') parent.text += xml.slice(at + passage.begins.length, end)
      at = end + passage.ends.length
      continue
    }
    const piece = xml.slice(at, end)
    at = end
    if (!piece.startsWith('<')) parent.text += decodeEntities(piece)
    else if (!piece.startsWith('</')) {
      const child = parseElement(piece)
      parent.children.push(child)
      if (!piece.endsWith('/>') && open.length <= MAX_DEPTH) open.push(child)
    } else if (open.length > 1) open.pop()
  }
  return root
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

function parseElement(tag: string): Element {
  const name = /^<([\w:.-]+)/.exec(tag)?.[1] ?? ''
  return { name: getLocalName(name), attributes: parseAttributes(tag.slice(name.length + 1)), children: [], text: '' }
}

/** Manifests differ in the prefixes of their elements, not of their attributes. */
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
