import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page, Request } from 'playwright'
import { launchChromium } from './chromium.ts'
import { folderOfProcess } from './temporary.ts'
import { recordActions } from './waits.ts'

export interface TestBrowser {
  /** A page in a new context: no cookies, storage or cache are shared with other pages. */
  newPage(options?: PageOptions): Promise<Page>
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Lends pages from test to test. */
export interface LendingBrowser extends TestBrowser {
  /** A page as a new one, but for its cache. */
  lendPage(options?: PageOptions): Promise<Page>
  /** Takes a page back. */
  takeBack(page: Page): Promise<void>
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
  /** Of whoever is signed in at `baseURL`. */
  cookie?: { name: string; value: string }
}

/** Ends what will never come. What is only slow beside other processes comes within it. */
const ACTION_TIMEOUT_MS = 90_000

/** Requests of a page: how many it has begun, and which are under way. */
interface Traffic {
  begun: number
  open: Set<Request>
}

/** What the harness knows of a page. */
interface Watch {
  context: BrowserContext
  session: CDPSession
  errors: string[]
  traffic: Traffic
  /** Of the documents that it has shown since it was lent. */
  origins: Set<string>
  /** Whether a test may have changed what the next one would see: its context, its time, its scripts. */
  isChanged: boolean
}

const watches = new WeakMap<Page, Watch>()

/** What is known of a page of the harness. @throws for another */
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
export async function borrowBrowser(): Promise<LendingBrowser> {
  // A browser that has crashed takes down the file that it crashed in, no other.
  if (!(await lent?.then((browser) => browser.isConnected()))) lent = launchChromium(await folderOfProcess())
  const browser = await lent
  if (!browser) throw new Error('Chromium did not start')
  const pages: Page[] = []
  const close = async () => {
    await Promise.all(pages.map((page) => watchOf(page).context.close()))
  }
  const open = async (options?: PageOptions) => {
    const page = await newPage(browser, options)
    pages.push(page)
    return page
  }
  return {
    newPage: open,
    lendPage: (options) => lendPage(browser, options),
    takeBack,
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** Pages that wait for a test: each has a process that has compiled the app, and the app's files in its cache. */
const idle: Page[] = []
/** Few tests open more at once. */
const MOST_IDLE = 4

const VIEWPORT = { width: 1280, height: 800 }

async function lendPage(browser: Browser, options: PageOptions = {}): Promise<Page> {
  const { baseURL, viewport, colorScheme, cookie, ...ofContext } = options
  const isUsual = Object.keys(ofContext).length === 0
  const known = isUsual ? takeIdle(browser) : undefined
  const page = known ?? (await newPage(browser, ofContext))
  const watch = watchOf(page)
  watch.isChanged = !isUsual
  if (known || viewport) await page.setViewportSize(viewport ?? VIEWPORT)
  if (known || colorScheme)
    await page.emulateMedia({ media: null, colorScheme: colorScheme ?? 'light', reducedMotion: 'reduce' })
  if (!known) noteChanges(page, watch)
  // A context keeps the address that it was made with.
  const goto = (Object.getPrototypeOf(page) as Page).goto.bind(page)
  page.goto = (url, more) => goto(new URL(url, baseURL).href, more)
  if (cookie && baseURL) await watch.context.addCookies([{ ...cookie, url: baseURL }])
  return page
}

function takeIdle(browser: Browser): Page | undefined {
  for (let page = idle.pop(); page; page = idle.pop()) {
    if (!page.isClosed() && watchOf(page).context.browser() === browser) return page
  }
  return undefined
}

type Methods = Record<string, (...given: unknown[]) => unknown>

/** What stays with a page or its context whoever uses it next. */
const LASTING = [
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'install',
  'newCDPSession',
  'setExtraHTTPHeaders',
  'setFixedTime',
  'setGeolocation',
  'setOffline',
]

/** Notes when a test changes what stays: such a page is not lent again. */
function noteChanges(page: Page, watch: Watch): void {
  for (const owner of [page, watch.context, page.clock] as unknown as Methods[]) {
    for (const name of LASTING) {
      const original = owner[name]?.bind(owner)
      if (!original) continue
      owner[name] = (...given) => {
        watch.isChanged = true
        return original(...given)
      }
    }
  }
}

/** What tests listen to. */
const EVENTS = ['console', 'dialog', 'download', 'pageerror', 'popup', 'request', 'response'] as const

async function takeBack(page: Page): Promise<void> {
  const watch = watchOf(page)
  const { context, origins } = watch
  // What a tab keeps for a session is gone with the tab alone, where it has left the address.
  const isSpent = page.isClosed() || watch.isChanged || origins.size > 1 || context.pages().length > 1
  if (isSpent || idle.length >= MOST_IDLE || !(await clear(page, watch))) await context.close()
  else idle.push(page)
}

/** Leaves nothing of a test but the cache. @returns whether it worked */
async function clear(page: Page, watch: Watch): Promise<boolean> {
  const { context, session, origins, traffic } = watch
  try {
    for (const event of EVENTS) page.removeAllListeners(event)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.evaluate(() => {
      sessionStorage.clear()
    })
    await page.goto('about:blank')
    await Promise.all([
      context.clearCookies(),
      ...[...origins].map((origin) => session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })),
    ])
  } catch {
    return false
  }
  origins.clear()
  traffic.open.clear()
  watch.errors = []
  watchPage(page, watch)
  return true
}

async function newPage(browser: Browser, { cookie, ...options }: PageOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: VIEWPORT, reducedMotion: 'reduce', ...options })
  context.setDefaultTimeout(ACTION_TIMEOUT_MS)
  await context.addInitScript(standStill)
  const page = await context.newPage()
  recordActions(page)
  const session = await context.newCDPSession(page)
  const traffic: Traffic = { begun: 0, open: new Set() }
  const watch: Watch = { context, session, errors: [], traffic, origins: new Set(), isChanged: false }
  watches.set(page, watch)
  page.on('framenavigated', (frame) => {
    if (frame.url().startsWith('http')) watch.origins.add(new URL(frame.url()).origin)
  })
  const end = (request: Request) => traffic.open.delete(request)
  page.on('requestfinished', end).on('requestfailed', end)
  watchPage(page, watch)
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

function watchPage(page: Page, watch: Watch): void {
  page.on('request', (request) => {
    watch.traffic.begun++
    watch.traffic.open.add(request)
  })
  page.on('pageerror', (error) => watch.errors.push(`uncaught: ${error.stack ?? error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') watch.errors.push(`console: ${message.text()} (${message.location().url})`)
  })
}
