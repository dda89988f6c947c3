import { Parser } from 'saxen'

/** An element of XML, with the elements and texts in it, in their order. */
export interface XmlElement {
  /** In lower case, without the prefix of its namespace, in which documents differ. */
  name: string
  attributes: ReadonlyMap<string, string>
  children: (XmlElement | string)[]
}

interface Handlers {
  open?: (name: string, attributes: () => Record<string, string>) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

/**
 * Walks through the elements of XML by their names without prefixes. Entities that it declares itself are ignored, and
 * nothing is fetched.
 * @throws Error where it is no XML
 */
export function walkXml(xml: string, { open, text, close }: Handlers): void {
  const parser = new Parser()
  let failure: Error | undefined
  if (open) {
    parser.on('openTag', (name, attributes, decode) =>
      open(plainName(name), () =>
        Object.fromEntries(Object.entries(attributes()).map(([key, value]) => [key, decode(value)])),
      ),
    )
  }
  if (text) {
    parser.on('text', (found, decode) => text(decode(found)))
    parser.on('cdata', text)
  }
  if (close) parser.on('closeTag', (name) => close(plainName(name)))
  parser.on('error', (error) => {
    failure ??= error
  })
  parser.parse(xml)
  if (failure) throw failure
}

const plainName = (name: string) => name.slice(name.indexOf(':') + 1)

/** Elements within one another. */
const MAX_DEPTH = 60

/** Elements of one document. */
const MAX_ELEMENTS = 300_000

const newRoot = (): XmlElement => ({ name: '', attributes: new Map(), children: [] })

function fill(root: XmlElement, xml: string): void {
  const open = [root]
  let count = 0
  walkXml(xml, {
    open: (name, read) => {
      const element: XmlElement = {
        name: name.toLowerCase(),
        attributes: new Map(Object.entries(read())),
        children: [],
      }
      open.at(-1)?.children.push(element)
      open.push(element)
      count += 1
      if (open.length > MAX_DEPTH) throw new Error(`More than ${MAX_DEPTH} elements are within one another`)
      if (count > MAX_ELEMENTS) throw new Error(`It has more than ${MAX_ELEMENTS} elements`)
    },
    text: (text) => open.at(-1)?.children.push(text),
    close: () => open.pop(),
  })
}

/** Reads XML into an element that holds the outermost one. What is no XML, or too deep, ends it. */
export function parseXml(xml: string): XmlElement {
  const root = newRoot()
  try {
    fill(root, xml)
  } catch {
    // Packages of old authoring tools end in the middle; what stands before is enough for most.
  }
  return root
}

/** Reads XML as `parseXml`, where all of it counts. @throws Error where it is no XML, too deep or too large */
export function parseWholeXml(xml: string): XmlElement {
  const root = newRoot()
  fill(root, xml)
  return root
}

/** Lists the elements right below an element. */
export const listChildren = ({ children }: XmlElement): XmlElement[] =>
  children.filter((child) => typeof child !== 'string')

/** Lists the elements of a name right below an element. */
export const childrenOf = (element: XmlElement, name: string): XmlElement[] =>
  listChildren(element).filter((child) => child.name === name)

/** Finds the first element of a name right below an element. */
export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element && listChildren(element).find((child) => child.name === name)

/** Reads the text right below an element, without that of other elements. */
export const textOf = (element: XmlElement | undefined): string =>
  element?.children.filter((child) => typeof child === 'string').join('') ?? ''

/** Finds the first element of a name in an element, at any depth. */
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

/** Escapes a text for content and attributes of XML and HTML. */
export const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
