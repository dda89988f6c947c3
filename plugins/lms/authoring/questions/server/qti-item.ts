import { escapeXml, listChildren, textOf, type XmlElement } from '#core/server/xml.ts'

/** Normalizes a name: QTI 3 has hyphens and a prefix where QTI 2 has capitals. */
const plainName = (name: string) => name.toLowerCase().replace(/^qti-/, '').replaceAll('-', '')

/** Normalizes an element of QTI 2 or 3 to the names of QTI 2 in lower case. */
export function normalizeQti({ name, attributes, children }: XmlElement): XmlElement {
  return {
    name: plainName(name),
    attributes: new Map([...attributes].map(([key, value]) => [plainName(key), value])),
    children: children.map((child) => (typeof child === 'string' ? child : normalizeQti(child))),
  }
}

/** Lists the matching elements at any depth, but none within a match. */
export const findAll = (element: XmlElement, fits: (element: XmlElement) => boolean): XmlElement[] =>
  listChildren(element).flatMap((child) => (fits(child) ? [child] : findAll(child, fits)))

export const findNamed = (element: XmlElement, ...names: string[]): XmlElement[] =>
  findAll(element, ({ name }) => names.includes(name))

const voids: ReadonlySet<string> = new Set(['br', 'img', 'hr', 'col', 'wbr'])

/** Formats the content of an element as HTML. @param replace returns the text of an element; undefined keeps it as it is */
export function toHtml(element: XmlElement, replace: (element: XmlElement) => string | undefined): string {
  return element.children
    .map((child) => {
      if (typeof child === 'string') return escapeXml(child)
      const replaced = replace(child)
      if (replaced !== undefined) return replaced
      // An object with an image type is a picture.
      const isPicture = child.name === 'object' && child.attributes.get('type')?.startsWith('image/')
      if (isPicture)
        return formatTag(
          'img',
          new Map([
            ['src', child.attributes.get('data') ?? ''],
            ['alt', textOf(child).trim()],
          ]),
        )
      const inside = toHtml(child, replace)
      // QTI elements that only group others, and those that HTML does not know.
      if (['prompt', 'contentbody', 'itembody'].includes(child.name)) return `<div>${inside}</div>`
      const tag = formatTag(child.name, child.attributes)
      return voids.has(child.name) ? tag : `${tag}${inside}</${child.name}>`
    })
    .join('')
}

function formatTag(name: string, attributes: ReadonlyMap<string, string>): string {
  const written = ['src', 'alt', 'href', 'start', 'title', 'alttext', 'display', 'encoding', 'style'].flatMap((key) => {
    const value = attributes.get(key)
    return value === undefined ? [] : [` ${key}="${escapeXml(value)}"`]
  })
  return `<${name}${written.join('')}>`
}

/** Response of an interaction, as its declaration specifies it. */
export interface Response {
  cardinality: string
  baseType: string
  correct: string[]
  /** Points per value, if they are mapped. */
  mapping: { key: string; value: number; isCaseSensitive: boolean }[]
}

export function readResponse(item: XmlElement, identifier: string): Response | undefined {
  const declaration = findNamed(item, 'responsedeclaration').find(
    ({ attributes }) => attributes.get('identifier') === identifier,
  )
  if (!declaration) return undefined
  const [correct] = findNamed(declaration, 'correctresponse')
  return {
    cardinality: declaration.attributes.get('cardinality') ?? 'single',
    baseType: declaration.attributes.get('basetype') ?? 'identifier',
    correct: correct ? findNamed(correct, 'value').map((value) => textOf(value).trim()) : [],
    mapping: findNamed(declaration, 'mapentry').map(({ attributes }) => ({
      key: attributes.get('mapkey') ?? '',
      value: Number(attributes.get('mappedvalue') ?? 0),
      // The specification's default is case-sensitive; QTI 2.0 has no such attribute.
      isCaseSensitive: attributes.get('casesensitive') !== 'false',
    })),
  }
}
