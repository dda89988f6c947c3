import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, CDPSession, Page, Request } from 'playwright'
import { launchChromium } from './chromium.ts'
import { folderOfProcess } from './temporary.ts'
import { recordActions } from './waits.ts'

export interface TestBrowser {
  /** A page in a new context: no cookies, storage or cache are shared with other pages. */
  newPage(options?: PageOptions): Promise<Page>
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export interface PageOptions {
  /** Lets `page.goto('/sign-in')` name a path alone, e.g. `http://north.localhost:4100`. */
  baseURL?: string
  /** CSS pixels; 1280 x 800 when absent. */
  viewport?: { width: number; height: number }
  colorScheme?: 'light' | 'dark'
  storageState?: BrowserContextOptions['storageState']
  /** IANA zone of the browser; the machine's when absent. */
  timezoneId?: string
  /** Language that the browser asks for; American English when absent. */
  locale?: string
  /** `block` by default: most tests are about answers of the server. */
  serviceWorkers?: 'allow' | 'block'
  /** Session of the user signed in at `baseURL`; none when absent. */
  cookie?: { name: string; value: string }
}

/** Bound for actions that never finish; slow ones on a busy machine stay within it. */
const ACTION_TIMEOUT_MS = 90_000

/** Requests of a page: how many it has begun, and which are under way. */
interface Traffic {
  begun: number
  open: Set<Request>
}

/** State that the harness keeps for a page. */
interface Watch {
  session: CDPSession
  errors: string[]
  traffic: Traffic
}

const watches = new WeakMap<Page, Watch>()

/** Returns the state of a page. @throws for a page that the harness did not open */
export function watchOf(page: Page): Watch {
  const watch = watches.get(page)
  if (!watch) throw new Error('The page was opened elsewhere')
  return watch
}

/** Starts a headless Chromium. @throws when none is found, saying where it was looked for. */
export async function openBrowser(): Promise<TestBrowser> {
  // Chromium shares memory through files there, and now and then leaves one.
  const folder = await mkdtemp(join(tmpdir(), 'chromium-'))
  const browser = await launchChromium(folder)
  const close = async () => {
    await browser.close()
    // Its helpers outlive it by a moment.
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  return { newPage: (options) => newPage(browser, options), close, [Symbol.asyncDispose]: close }
}

/** Chromium of this process. */
let lent: Promise<Browser> | undefined

/**
 * Lends the Chromium of this process, which test files use one after the other and which ends with the process; a start
 * for each file would cost a second of a core. Closing it closes the pages that were opened with it.
 */
export async function borrowBrowser(): Promise<TestBrowser> {
  // A browser that has crashed takes down the file that it crashed in, no other.
  if (!(await lent?.then((browser) => browser.isConnected()))) lent = launchChromium(await folderOfProcess())
  const browser = await lent
  if (!browser) throw new Error('Chromium did not start')
  const pages: Page[] = []
  const close = async () => {
    await Promise.all(pages.map((page) => page.context().close()))
  }
  const open = async (options?: PageOptions) => {
    const page = await newPage(browser, options)
    pages.push(page)
    return page
  }
  return { newPage: open, close, [Symbol.asyncDispose]: close }
}

const VIEWPORT = { width: 1280, height: 800 }

async function newPage(browser: Browser, { cookie, ...options }: PageOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    viewport: VIEWPORT,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    ...options,
  })
  context.setDefaultTimeout(ACTION_TIMEOUT_MS)
  await context.addInitScript(standStill)
  const page = await context.newPage()
  recordActions(page)
  const session = await context.newCDPSession(page)
  const traffic: Traffic = { begun: 0, open: new Set() }
  const errors: string[] = []
  watches.set(page, { session, errors, traffic })
  page.on('request', (request) => {
    traffic.begun++
    traffic.open.add(request)
  })
  const end = (request: Request) => traffic.open.delete(request)
  page.on('requestfinished', end).on('requestfailed', end)
  page.on('pageerror', (error) => errors.push(`uncaught: ${error.stack ?? error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`console: ${message.text()} (${message.location().url})`)
  })
  if (cookie && options.baseURL) await context.addCookies([{ ...cookie, url: options.baseURL }])
  return page
}

/**
 * Takes the motion out of a document. A spinner alone, which turns slowly where people want less motion, has the whole
 * window drawn sixty times a second, and takes half a core from what it waits for.
 */
function standStill(): void {
  const still = new CSSStyleSheet()
  still.replaceSync('*, *::before, *::after { animation: none !important; transition: none !important }')
  document.adoptedStyleSheets.push(still)
}
