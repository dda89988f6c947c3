/** Id of the build, its files that pages without a network need, and patterns of those pages: filled in by the build. */
declare const BUILD: string
declare const FILES: readonly string[]
declare const PAGES: readonly string[]
/** Folder of the language; empty for English. */
declare const FOLDER: string

interface LastingEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}

interface RequestEvent extends LastingEvent {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}

interface PushEvent extends LastingEvent {
  readonly data: { json(): unknown } | null
}

interface ClickEvent extends LastingEvent {
  readonly notification: { readonly data: string; close(): void }
}

interface Window {
  readonly url: string
  focus(): Promise<unknown>
}

interface WorkerEvents {
  push: PushEvent
  notificationclick: ClickEvent
  install: LastingEvent
  activate: LastingEvent
  fetch: RequestEvent
  message: MessageEvent<unknown>
}

interface Worker {
  addEventListener<Type extends keyof WorkerEvents>(type: Type, listener: (event: WorkerEvents[Type]) => void): void
  skipWaiting(): Promise<void>
  registration: { showNotification(title: string, options: { body: string; tag: string; data: string }): Promise<void> }
  clients: {
    claim(): Promise<void>
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly Window[]>
    openWindow(url: string): Promise<unknown>
  }
}

const worker = self as unknown as Worker

const CACHE_PREFIX = 'build '
const CACHE = CACHE_PREFIX + BUILD + FOLDER
/** The document of every screen. It names no user and no organization. */
const SHELL = `${FOLDER}/index.html`
/** Milliseconds that a page may take from the network. */
const NAVIGATION_TIMEOUT_MS = 4000

const files = new Set(FILES)
const pages = PAGES.map((pattern) => new RegExp(pattern))

// Nothing takes over from the worker before here: an open page finds the files of its own build until it asks for another.
worker.addEventListener('install', (event) => event.waitUntil(storeFiles()))
worker.addEventListener('activate', (event) => event.waitUntil(deleteOldFiles().then(() => worker.clients.claim())))
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') {
    if (pages.some((page) => page.test(pathname))) event.respondWith(openPage(request))
  } else if (files.has(pathname) || pathname.startsWith('/assets/')) {
    event.respondWith(readFile(request, pathname))
  }
})
worker.addEventListener('message', ({ data }) => {
  if (data === 'update') void worker.skipWaiting()
  if (data === 'update-if-alone') void updateIfAlone()
})
worker.addEventListener('push', (event) => event.waitUntil(showNotification(event)))
worker.addEventListener('notificationclick', (event) => event.waitUntil(openNotified(event)))

/** Stores the files of this build, all or none. @throws where an answer is not the file itself, such as a sign-in page */
async function storeFiles(): Promise<void> {
  const cache = await caches.open(CACHE)
  await Promise.all([SHELL, ...files].map(async (path) => cache.put(path, await fetchFile(path))))
}

async function fetchFile(path: string): Promise<Response> {
  // Names of assets hold a hash of their content, so that the browser's own cache is right about them.
  const cache = path.startsWith('/assets/') ? 'default' : 'no-cache'
  // The document as a guest gets it: that of a signed-in user names the code and the calls of one page.
  const answer = await fetch(path, { cache, credentials: 'omit' })
  if (answer.status !== 200 || answer.type !== 'basic' || answer.redirected) throw new Error(`${path} is not a file`)
  if (path === SHELL && !(await answer.clone().text()).includes(BUILD)) throw new Error('The shell is of another build')
  return answer
}

/** Deletes files of all builds but this one and the one before, which pages that are open may still load from. */
async function deleteOldFiles(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX) && name !== CACHE)
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)))
}

/** Answers from the network; without one, or with one that fails or is slow, with the shell. */
async function openPage(request: Request): Promise<Response> {
  const answer = fetch(request)
  const slow = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), NAVIGATION_TIMEOUT_MS))
  const first = await Promise.race([answer.catch(() => undefined), slow])
  if (first && first.status < 500) return first
  return (await readStored(SHELL)) ?? answer
}

async function readFile(request: Request, pathname: string): Promise<Response> {
  return (await readStored(pathname)) ?? (await caches.match(pathname, { ignoreVary: true })) ?? fetch(request)
}

async function readStored(pathname: string): Promise<Response | undefined> {
  const cache = await caches.open(CACHE)
  return cache.match(pathname, { ignoreVary: true })
}

/** Takes over where no other tab is open, whose next file the worker before would have. */
async function updateIfAlone(): Promise<void> {
  const open = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (open.length <= 1) await worker.skipWaiting()
}

/** Reads one text of what a push brought. */
const textIn = (given: unknown, name: string): string | undefined => {
  const text = (Object(given) as Record<string, unknown>)[name]
  return typeof text === 'string' ? text : undefined
}

/** Shows what a push brought; always something, since browsers end subscriptions whose pushes show nothing. */
async function showNotification({ data }: PushEvent): Promise<void> {
  let given: unknown
  try {
    given = data?.json()
  } catch {
    // A push that is not ours still shows that there is something.
  }
  await worker.registration.showNotification(textIn(given, 'title') ?? location.hostname, {
    body: textIn(given, 'body') ?? 'New message',
    tag: textIn(given, 'tag') ?? '',
    data: textIn(given, 'path') ?? '/',
  })
}

/** Opens the page of a notification, in the tab that shows it already where there is one; never one of another origin. */
async function openNotified({ notification }: ClickEvent): Promise<void> {
  notification.close()
  const asked = URL.parse(notification.data, location.origin)
  const { href } = asked?.origin === location.origin ? asked : new URL('/', location.origin)
  const open = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  await (open.find(({ url }) => url === href)?.focus() ?? worker.clients.openWindow(href))
}
