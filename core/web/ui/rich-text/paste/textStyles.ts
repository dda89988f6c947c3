/** Marks that a pasted text keeps. */
export type PastedMark = 'strong' | 'em' | 'u' | 's' | 'sup' | 'sub'

type Styles = Readonly<Record<string, string>>

/** Elements that only mark their text, which is marked anew. */
const marking =
  'a abbr acronym b bdi bdo big center cite del dfn em font i ins label mark nobr q s small span strike strong sub sup time tt u var wbr'
export const inlineNames: ReadonlySet<string> = new Set(marking.split(' '))

const parseStyles = (css: string): Styles =>
  Object.fromEntries(
    css.split(';').flatMap((declaration) => {
      const colon = declaration.indexOf(':')
      if (colon < 0) return []
      return [
        [
          declaration.slice(0, colon).trim().toLowerCase(),
          declaration
            .slice(colon + 1)
            .trim()
            .toLowerCase(),
        ],
      ]
    }),
  )

/** Attribute that holds styles while they are read: the content security policy refuses those in the usual one. */
export const STYLE_ATTRIBUTE = 'data-css'

export type StylesOf = (element: Element) => Styles

/** Parses pasted HTML with the styles of its elements, of attributes and of classes, as spreadsheets write them. */
export function parsePasted(html: string): { body: HTMLElement; stylesOf: StylesOf } {
  const classes = new Map<string, Styles>()
  const withoutSheets = html.replaceAll(/<style\b[^>]*>([\s\S]*?)<\/style>/gi, (_sheet, rules: string) => {
    for (const rule of rules.split('}')) {
      const [selectors = '', css = ''] = rule.split('{')
      for (const [, name = ''] of selectors.matchAll(/(?:^|[\s,])[a-z]*\.([\w-]+)\s*(?=,|$)/gi)) {
        classes.set(name, { ...classes.get(name), ...parseStyles(css) })
      }
    }
    return ''
  })
  const parsed = withoutSheets.replaceAll(/<[a-z][^<>]*>/gi, (tag) =>
    tag.replaceAll(/(\s)style(\s*=)/gi, `$1${STYLE_ATTRIBUTE}$2`),
  )
  const { body } = new DOMParser().parseFromString(parsed, 'text/html')
  const stylesOf = (element: Element): Styles => ({
    ...Object.assign({}, ...[...element.classList].map((name) => classes.get(name))),
    ...parseStyles(element.getAttribute(STYLE_ATTRIBUTE) ?? ''),
  })
  return { body, stylesOf }
}

const isBold = (weight: string) => weight.startsWith('bold') || Number(weight) >= 600

/** Marks of a text: the nearest element decides if it is bold or italic, any one around it draws lines and raises. */
export function marksOf(text: Node, stylesOf: StylesOf): PastedMark[] {
  const found = new Set<PastedMark>()
  let bold: boolean | undefined
  let italic: boolean | undefined
  let isLink = false
  for (let element = text.parentElement; element; element = element.parentElement) {
    const name = element.localName
    const styles = stylesOf(element)
    const isInline = inlineNames.has(name)
    const weight = styles['font-weight']
    if (weight && weight !== 'inherit') bold ??= isBold(weight)
    else if (name === 'b' || name === 'strong') bold ??= true
    // Headings are bold by themselves.
    if (/^(h[1-6]|th)$/.test(name)) bold = false
    const slant = styles['font-style']
    if (slant && slant !== 'inherit') italic ??= /italic|oblique/.test(slant)
    else if (['i', 'em', 'cite', 'dfn', 'var'].includes(name)) italic ??= true
    isLink ||= name === 'a' && element.hasAttribute('href')
    const lines = `${styles['text-decoration'] ?? ''} ${styles['text-decoration-line'] ?? ''}`
    if (name === 'u' || lines.includes('underline')) found.add('u')
    if (['s', 'strike', 'del'].includes(name) || lines.includes('line-through')) found.add('s')
    const height = isInline ? styles['vertical-align'] : undefined
    if (name === 'sup' || height === 'super') found.add('sup')
    else if (name === 'sub' || height === 'sub') found.add('sub')
  }
  if (bold) found.add('strong')
  if (italic) found.add('em')
  if (isLink) found.delete('u')
  return [...found]
}

/** Names the looks of a text that say something and cannot be kept. */
export function lostLooks(element: Element, styles: Styles): string[] {
  const background = styles['background-color'] ?? styles['background'] ?? styles['mso-highlight'] ?? ''
  const isMarked = element.localName === 'mark' || (inlineNames.has(element.localName) && hasHue(background))
  const color = styles['color'] ?? element.getAttribute('color') ?? ''
  return [
    ...(isMarked ? ['highlighting'] : []),
    ...(!element.closest('a') && hasHue(color) ? ['colors of text'] : []),
    ...(/^(center|right|justify)$/.test(styles['text-align'] ?? element.getAttribute('align') ?? '')
      ? ['alignment']
      : []),
  ]
}

const plainColors = /^(|inherit|initial|transparent|none|auto|windowtext|black|white|gr[ae]y|currentcolor)$/

/** True for a color that is no shade of gray. */
function hasHue(color: string): boolean {
  const value = color.trim().toLowerCase()
  if (plainColors.test(value)) return false
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/.exec(value)?.[1]
  const parts = hex
    ? (hex.length === 3 ? Array.from(hex, (digit) => digit + digit) : (hex.match(/../g) ?? [])).map((part) =>
        parseInt(part, 16),
      )
    : [...value.matchAll(/[\d.]+/g)].slice(0, 3).map(([part]) => Number(part))
  if (parts.length < 3) return /^[a-z]+$/.test(value)
  return Math.max(...parts) - Math.min(...parts) > 48
}
