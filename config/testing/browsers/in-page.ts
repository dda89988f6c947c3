/** Target of a search on a screen: an element by its role and name, or a text. */
export interface Sought {
  role?: string
  /** A part of the name, in any case; the whole name with `exact`. */
  name?: string
  exact?: boolean
  /** The name of the dialog, article, group or row that it is in. */
  within?: string
}

export interface Point {
  x: number
  y: number
}

/**
 * Finds an element that is visible and not disabled, and brings it into view. It runs in the page, by its source: it uses
 * nothing outside it.
 * @returns its middle, or that of its label where the element itself is only one pixel
 */
export function locate({ role = '', name = '', exact = false, within }: Sought): Point | undefined {
  const selectors: Record<string, string> = {
    button: 'button, [role=button], input[type=submit]',
    link: 'a[href]',
    textbox: 'input:not([type=radio], [type=checkbox], [type=file]), textarea, [role=textbox]',
    radio: 'input[type=radio], [role=radio]',
    checkbox: 'input[type=checkbox], [role=checkbox]',
    option: '[role=option]',
    tab: '[role=tab]',
    heading: 'h1, h2, h3, h4, [role=heading]',
  }
  const clean = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim()
  const nameOf = (element: Element): string => {
    const labelledBy = element.getAttribute('aria-labelledby')?.split(' ') ?? []
    const labels = labelledBy.map((id) => clean(document.getElementById(id)?.textContent))
    if (labels.length > 0) return labels.join(' ')
    const own = element.getAttribute('aria-label')
    if (own) return clean(own)
    const of = (element as HTMLInputElement).labels
    if (of && of.length > 0) return [...of].map(({ textContent }) => clean(textContent)).join(' ')
    return clean(element.textContent)
  }
  const matches = (found: string) => (exact ? found === name : found.toLowerCase().includes(name.toLowerCase()))
  const parts =
    'dialog, [role=dialog], [role=alertdialog], article, [role=group], fieldset, tr, [role=row], li, section'
  const roots: ParentNode[] =
    within === undefined
      ? [document]
      : [...document.querySelectorAll(parts)].filter((part) => nameOf(part).includes(within))
  for (const root of roots.toReversed()) {
    for (const element of root.querySelectorAll<HTMLElement>(selectors[role] ?? '*')) {
      if (element.matches(':disabled, [aria-disabled=true]') || element.closest('[inert], [aria-hidden=true]')) continue
      if (!matches(nameOf(element))) continue
      const label = (element as HTMLInputElement).labels?.[0]
      const shown = label && element.getBoundingClientRect().width <= 1 ? label : element
      const target = element.matches('input[type=radio], input[type=checkbox]')
        ? (element.closest('label') ?? shown)
        : shown
      if (target.getClientRects().length === 0) continue
      target.scrollIntoView({ block: 'center', behavior: 'instant' })
      const { left, top, width, height } = target.getBoundingClientRect()
      const point = { x: Math.round(left + width / 2), y: Math.round(top + height / 2) }
      const hit = document.elementFromPoint(point.x, point.y)
      // Something lies over it, such as a dialog that is closing.
      if (hit && (target.contains(hit) || hit.contains(target))) return point
    }
  }
  return undefined
}

/** Chooses a file in the only field of files, as a person does in a dialog that no driver reaches. */
export function chooseFile(name: string, content: string): boolean {
  const field = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!field) return false
  const transfer = new DataTransfer()
  transfer.items.add(new File([content], name, { type: 'text/csv' }))
  field.files = transfer.files
  field.dispatchEvent(new Event('change', { bubbles: true }))
  return true
}

/** Returns where the page is, and all that it shows. */
export const describePage = (): { path: string; text: string } => ({
  path: location.pathname + location.search,
  text: document.body.innerText,
})

/** Returns whether a text is shown in bold letters. */
export const showsBold = (text: string): boolean =>
  [...document.querySelectorAll('strong')].some(({ textContent }) => textContent === text)

/** Returns whether the field of this name, or of one that begins with it, has the focus. */
export function hasFocus(name: string): boolean {
  const field = document.activeElement as HTMLInputElement | null
  const labels = [field?.ariaLabel ?? '', ...[...(field?.labels ?? [])].map(({ textContent }) => textContent ?? '')]
  const named = (field?.getAttribute('aria-labelledby') ?? '').split(' ')
  labels.push(...named.map((id) => document.getElementById(id)?.textContent ?? ''))
  return labels.some((label) => label.includes(name))
}
