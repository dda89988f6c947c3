import type { Page } from 'playwright'
import { expect } from 'vitest'
import { plugins } from '#config/plugins.ts'
import { firstStart } from '#core/server/seed/first-start.ts'
import { waitForSettled } from '#core/testing/browser.ts'
import { browserTest } from '#core/testing/browser-harness.ts'

const test = browserTest(plugins, { env: { DEMO: '1' } })
const PASSWORD = 'trellis-demo'
const MINUTE_MS = 60_000

/** Measured values, each with the places that have it: all screens have one value of each kind in common. */
interface Measures {
  /** Position and size of a card's title. */
  titles: Record<string, string[]>
  /** Height of a card's header that has a title of one line and no help, with any actions beside it. */
  headers: Record<string, string[]>
  badges: Record<string, string[]>
}

function measure(page: Page): Promise<Measures> {
  return page.evaluate(() => {
    const measured: Measures = { titles: {}, headers: {}, badges: {} }
    const add = (kind: keyof Measures, value: string, { textContent }: Element) => {
      const where = `${location.pathname}: ${textContent}`
      measured[kind][value] = [...(measured[kind][value] ?? []), where]
    }
    const cardOf = (of: Element | null): Element | undefined => {
      if (!of || of.tagName === 'MAIN') return undefined
      const { borderTopWidth, borderTopLeftRadius } = getComputedStyle(of)
      return borderTopWidth === '1px' && borderTopLeftRadius !== '0px' ? of : cardOf(of.parentElement)
    }
    for (const title of document.querySelectorAll('main :is(h2, h3)')) {
      const { top, height } = title.getBoundingClientRect()
      const card = cardOf(title)
      // Titles that only screen readers have are of one pixel.
      if (!card || height < 2) continue
      const { fontSize, lineHeight } = getComputedStyle(title)
      const below = Math.round(top - card.getBoundingClientRect().top)
      add('titles', `${below}px below the edge, ${fontSize} on ${lineHeight}`, title)
      const header = title.parentElement?.parentElement
      const isAlone = !title.nextElementSibling && `${height}px` === lineHeight
      if (isAlone && header?.parentElement === card) {
        add('headers', `${header.getBoundingClientRect().height}px`, title)
      }
    }
    for (const badge of document.querySelectorAll('main span')) {
      const { borderTopLeftRadius, paddingLeft, fontSize } = getComputedStyle(badge)
      const isRound = parseFloat(borderTopLeftRadius) > 100 && parseFloat(paddingLeft) > 0
      if (isRound && badge.textContent && badge.checkVisibility()) {
        add('badges', `${badge.getBoundingClientRect().height}px, ${fontSize}`, badge)
      }
    }
    return measured
  })
}

const kinds = ['titles', 'headers', 'badges'] as const

const visits = [
  {
    email: 'admin@trellis.example',
    paths: ['/super-admin', '/tenants', '/subscriptions', '/subscription-plans', '/invoices', '/users', '/analytics'],
  },
  { email: 'admin@northstar.example', paths: ['/', '/org-settings?tab=plan', '/students', '/sessions'] },
]

test(
  'cards have one header and badges one height on every screen',
  async ({ platform, visitor }) => {
    await firstStart(platform.platform)
    const all: Measures = { titles: {}, headers: {}, badges: {} }
    for (const { email, paths } of visits) {
      const origin = email.includes('trellis') ? platform.origin : platform.originOf({ subdomain: 'northstar' })
      const page = await visitor.openHome(origin, email, { password: PASSWORD, viewport: { width: 1440, height: 900 } })
      const visit = async (path: string) => {
        await page.goto(path)
        await waitForSettled(page)
        const here = await measure(page)
        for (const kind of kinds) {
          for (const [value, where] of Object.entries(here[kind])) {
            all[kind][value] = [...(all[kind][value] ?? []), ...where]
          }
        }
      }
      for (const path of paths) await visit(path)
      if (email.includes('northstar')) continue
      await page.goto('/super-admin')
      const organization = page.getByRole('rowheader').getByRole('link').first()
      await visit((await organization.getAttribute('href')) ?? '')
    }
    for (const kind of kinds) {
      const measured = all[kind]
      expect(Object.keys(measured), `${kind}: ${JSON.stringify(measured, undefined, 1)}`).toHaveLength(1)
      const screens = new Set(Object.values(measured).flatMap((where) => where.map((one) => one.split(':')[0])))
      expect(screens.size, `screens with ${kind}`).toBeGreaterThan(2)
    }
  },
  16 * MINUTE_MS,
)
