import type { Page } from 'playwright'
import { waitForSettled } from './browser.ts'

/** The most by which a screen may move while it loads, as Chromium counts it (Cumulative Layout Shift). */
const MAX_SHIFT = 0.05

interface Shift {
  value: number
  /** Elements that moved, and from where to where. */
  moved: string[]
}

type Watched = Window & { shifts: Shift[] }

/**
 * From now on every answer of the server to this page comes after what stands in its place has been painted, however
 * fast the server is, and what then moves is noted.
 */
export async function watchLayout(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const watched = globalThis as unknown as Watched
    watched.shifts = []
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const answered = watched.fetch.bind(watched)
    watched.fetch = async (...asked) => {
      const answer = await answered(...asked)
      for (let frames = 0; frames < 3; frames++) await frame()
      return answer
    }
    interface Source {
      node: Node | null
      previousRect: DOMRectReadOnly
      currentRect: DOMRectReadOnly
    }
    type Entry = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: Source[] }
    const at = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join()
    const said = ({ node, previousRect, currentRect }: Source) => {
      const text = node?.textContent?.trim().slice(0, 40) ?? ''
      return `${node?.nodeName.toLowerCase() ?? '?'} “${text}” ${at(previousRect)} to ${at(currentRect)}`
    }
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Entry[]) {
        if (!hadRecentInput) watched.shifts.push({ value, moved: sources.map(said) })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Opens a screen of a page that is watched. @throws when it has moved too much by the time that it is there */
export async function expectStill(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await waitForSettled(page)
  const shifts = await page.evaluate(() => (globalThis as unknown as Watched).shifts)
  const sum = shifts.reduce((total, { value }) => total + value, 0)
  if (sum <= MAX_SHIFT) return
  const list = shifts.map(({ value, moved }) => `  ${value.toFixed(3)}\n${moved.map((one) => `    ${one}`).join('\n')}`)
  throw new Error(`${path} moved by ${sum.toFixed(3)} while it loaded:\n${list.join('\n')}`)
}
