import { mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Frame, Locator, Page } from 'playwright'
import { watchOf } from './pages.ts'
import { recordWait } from './waits.ts'

interface BrowserSettings {
  screenshotsDir?: string | undefined
}

/** From the environment itself: config/env.ts reads it for the platform, and tests run without the platform. */
const settings: BrowserSettings = { screenshotsDir: process.env['SCREENSHOTS_DIR'] }

/** Rounds of two frames without a request after which none follows: an answer is shown with the first. */
const QUIET_ROUNDS = 4

/** Milliseconds after which a page that has not settled hangs: many times what a busy machine needs. */
const SETTLE_BOUND_MS = 120_000

/** Waits until the page has all its answers and shows them. @throws where it hangs, with what is under way */
export async function waitForSettled(page: Page): Promise<void> {
  const { traffic } = watchOf(page)
  const bound = new AbortController()
  const hang = pause(SETTLE_BOUND_MS, undefined, { signal: bound.signal }).then(() => {
    const open = [...traffic.open].map((request) => request.url())
    throw new Error(`${page.url()} does not settle: ${open.join(', ') || 'nothing'} is under way`)
  })
  await Promise.race([settle(page), hang]).finally(() => bound.abort())
}

async function settle(page: Page): Promise<void> {
  const { traffic } = watchOf(page)
  for (let quiet = 0; quiet < QUIET_ROUNDS;) {
    const { begun } = traffic
    await Promise.allSettled([...traffic.open].map(async (request) => (await request.response())?.finished()))
    await waitForPaint(page)
    quiet = traffic.open.size === 0 && traffic.begun === begun ? quiet + 1 : 0
  }
}

/**
 * Fails when the page wrote an error to its console or threw one since it was opened; a refused content security policy
 * is such an error. `except` names those that a test provokes on purpose, such as the answer 401 to a wrong password.
 */
export function expectNoErrors(page: Page, { except = [] }: { except?: RegExp[] } = {}): void {
  const errors = watchOf(page).errors.filter((error) => !except.some((expected) => expected.test(error)))
  if (errors.length > 0) throw new Error(`${page.url()} reported ${errors.length} errors:\n${errors.join('\n')}`)
}

const wcag22AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Fails with a list of what breaks WCAG 2.2 level AA on the page as it is now, and where. */
export async function expectAccessible(page: Page): Promise<void> {
  await waitForPaint(page)
  const violations = await recordWait('sweep by axe', () => sweep(page))
  if (violations.length === 0) return
  const list = violations.map(({ id, impact, help, helpUrl, nodes }) => {
    const places = nodes.map(
      (node) => `    ${node.target.join(' ')}\n      ${node.html}\n      ${node.any[0]?.message ?? ''}`,
    )
    return `  ${id} (${impact}): ${help}, ${helpUrl}\n${places.join('\n')}`
  })
  throw new Error(`${page.url()} breaks ${violations.length} accessibility rules:\n${list.join('\n')}`)
}

const axeSource = readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

type PageWithAxe = Window & { axe?: { run: (context: object, options: RunOptions) => Promise<AxeResults> } }

const hasAxe = (frame: Frame) => frame.evaluate(() => Boolean((globalThis as unknown as PageWithAxe).axe))

/** Brings axe to each document once: to send and compile it takes twice as long as to run it. */
async function injectAxe(page: Page): Promise<void> {
  const frames = page.frames()
  const without = await Promise.all(frames.map(async (frame) => ((await hasAxe(frame)) ? [] : [frame])))
  for (const frame of without.flat()) {
    if (frame === page.mainFrame())
      await watchOf(page).session.send('Runtime.evaluate', { expression: `${await axeSource};undefined` })
    else await frame.evaluate(await axeSource)
  }
}

async function sweep(page: Page): Promise<AxeResults['violations']> {
  await injectAxe(page)
  return page.evaluate(async (tags) => {
    const { axe } = globalThis as unknown as PageWithAxe
    // React Aria keeps an announcement for seconds after what it names, such as a button's progress, has gone.
    const context = { exclude: [['[data-live-announcer]']] }
    // Of the thousands of nodes that break nothing it would else write down where they are.
    const options: RunOptions = { runOnly: { type: 'tag', values: tags }, resultTypes: ['violations'] }
    if (!axe) throw new Error('The page has lost axe')
    // A phone's bar covers some of the page wherever it is scrolled to; in the flow it is below the page.
    const bar = document.querySelector<HTMLElement>('nav[aria-label=Shortcuts]')
    if (bar) bar.style.position = 'static'
    const { violations } = await axe.run(context, options)
    if (bar) bar.style.position = ''
    return violations
  }, wcag22AA)
}

/** Waits until a field has taken the focus by itself: keys that are typed before that are lost. */
export async function waitForFocus(field: Locator): Promise<void> {
  await field.and(field.page().locator(':focus')).waitFor()
}

/** Types a date and a time into the parts of a DateTimeField. @param wall as its zone's clock shows it: `2094-03-09T16:00` */
export async function typeDateTime(scope: Page | Locator, label: string | RegExp, wall: string): Promise<void> {
  const [, year, month, day, hour = '', minute] = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)$/.exec(wall) ?? []
  const first = scope.getByRole('group', { name: label }).getByRole('spinbutton').first()
  await first.click()
  const twelve = String(Number(hour) % 12 || 12).padStart(2, '0')
  await first.page().keyboard.type(`${month}${day}${year}${twelve}${minute}${Number(hour) < 12 ? 'a' : 'p'}`)
}

/** Reads a DateTimeField: '3/9/2094, 5:30 PM'. */
export async function dateTimeIn(scope: Page | Locator, label: string | RegExp): Promise<string> {
  const text = await scope.getByRole('group', { name: label }).innerText()
  // Its parts are kept in their order by marks that nobody sees.
  return text
    .replaceAll(/[\u2066-\u2069\u200e\u200f]/g, '')
    .replaceAll(/[\s\u202f]+/g, ' ')
    .replaceAll(/ ([,/:])/g, '$1')
    .replaceAll(/([/:]) /g, '$1')
    .trim()
}

/**
 * Opens the menu of the button that is called so. A press is lost when the page still moves the button away, or closes what
 * opened since it scrolls: people press once more, and so does this.
 */
export async function openMenu(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('menu')
  const attempts = 10
  for (let attempt = 1; !(await menu.isVisible()); attempt++) {
    await page.getByRole('button', { name, exact: true }).click()
    try {
      await menu.waitFor({ timeout: 7_000 })
    } catch (error) {
      if (attempt === attempts) throw error
    }
  }
}

/** Opens the user's menu at the foot of the sidebar and follows what it has. */
async function chooseInAccount(page: Page, choice: (menu: Locator) => Locator): Promise<void> {
  await page.getByRole('button', { name: /Your account/ }).click()
  await choice(page.getByRole('group', { name: 'Your account' })).click()
}

export const openProfile = (page: Page): Promise<void> =>
  chooseInAccount(page, (menu) => menu.getByRole('link', { name: 'Your profile' }))

export const signOut = (page: Page): Promise<void> =>
  chooseInAccount(page, (menu) => menu.getByRole('button', { name: 'Sign Out' }))

/** The widths at which every screen is looked at, in CSS pixels. */
const viewports = {
  wide: { width: 1440, height: 900 },
  between: { width: 768, height: 1024 },
  narrow: { width: 375, height: 812 },
} as const

type Look = [scheme: 'light' | 'dark', viewport: keyof typeof viewports]

/** Each width once, as no color changes what fits; and all that is worth a picture. */
const looks: Look[] = [
  ['light', 'wide'],
  ['light', 'between'],
  ['dark', 'narrow'],
]
const pictures: Look[] = [...looks, ['light', 'narrow'], ['dark', 'between'], ['dark', 'wide']]

/** Looks that are held against the rules: each layout is looked at once, and so is each color scheme. */
const heldAgainstRules = new Set(['light-wide', 'dark-narrow'])

const openOverlays = (page: Page) =>
  page.locator('[role=dialog], [role=alertdialog], [role=menu], [role=listbox], [role=tooltip]').count()

/**
 * Looks at a screen at every width and in both color schemes: it is not wider than its window, and wide in the light
 * scheme and narrow in the dark one it breaks nothing of WCAG 2.2 level AA. `show` brings it up; once more where a menu
 * closes because the window changes.
 */
export async function expectAccessibleEverywhere(
  page: Page,
  name: string,
  show: () => Promise<unknown>,
): Promise<void> {
  let overlays: number | undefined
  for (const [colorScheme, width] of settings.screenshotsDir ? pictures : looks) {
    const viewport = viewports[width]
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize(viewport)
    await waitForPaint(page)
    if (overlays === undefined || (await openOverlays(page)) < overlays) {
      await show()
      // The menu that a dialog was opened from takes a moment to go.
      await waitForPaint(page)
    }
    overlays ??= await openOverlays(page)
    const look = `${name}-${viewport.width}-${colorScheme}`
    if (heldAgainstRules.has(`${colorScheme}-${width}`)) {
      await expectAccessible(page).catch((error: Error) => {
        throw new Error(`${look}: ${error.message}`, { cause: error })
      })
    }
    await expectToFit(page, look)
    await screenshot(page, look)
  }
}

async function expectToFit(page: Page, name: string): Promise<void> {
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  if (excess > 0) throw new Error(`${name} is ${excess} px wider than its window`)
}

/** Rounds of transitions that a screen may take: as many as elements lie within each other, and some. */
const MAX_ROUNDS = 60

/**
 * Waits until a change of the window is on the screen: with the second frame, and when its transitions have ended. An
 * inherited color begins to change when its parent's has ended, so that one round follows another. An element that
 * turns while something loads never ends.
 */
const waitForPaint = (page: Page) =>
  page.evaluate(async (most) => {
    for (let round = 0; round < most; round++) {
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
      const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
      if (ending.length === 0) return
      await Promise.allSettled(ending.map(({ finished }) => finished))
    }
  }, MAX_ROUNDS)

/** Writes `<name>.png` of the whole page to the folder in SCREENSHOTS_DIR; does nothing when that is not set. */
export async function screenshot(page: Page, name: string, { screenshotsDir } = settings): Promise<void> {
  if (!screenshotsDir) return
  const path = join(screenshotsDir, `${name}.png`)
  await mkdir(dirname(path), { recursive: true })
  await page.screenshot({ path, fullPage: true, animations: 'disabled' })
}

/** Locates the messages of a page. */
export const notification = (page: Page) => page.getByRole('region', { name: /notification/i })
