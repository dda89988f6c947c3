import type { Page } from 'playwright'
import type { QueryClient } from '@tanstack/react-query'
import type { Role } from '#core/contract/roles.ts'
import { mayEnter, type App, type PageInfo } from '#core/web/page.ts'
import type { AnyWebPlugin, Contribution } from '#core/web/plugin.ts'
import { platformQuery } from '#core/web/session.ts'

/** A screen as the walk met it: the words on it, and the links of it. */
export interface Screen {
  /** Path with search, and the tab that was chosen on it. */
  at: string
  title: string
  /** One for each piece of text, names of controls among them. */
  texts: string[]
  links: string[]
}

interface Walk {
  screens: Screen[]
  /** Texts of several words or parts that the server has answered, such as names and what people have written. */
  answered: string[]
}

interface Declared {
  path: string
  page: PageInfo
}

interface WalkedRouter {
  navigate: (to: { href: string; ignoreBlocker?: boolean }) => Promise<void>
  loadRouteChunk: (route: unknown) => Promise<unknown> | undefined
  routesById: Record<string, { fullPath: string; options: { staticData?: PageInfo } }>
  options: { context: { queryClient: QueryClient; plugins: readonly AnyWebPlugin[] } }
}

type Walked = Window & {
  __TSR_ROUTER__: WalkedRouter
  openCalls: number
  lastChange: number
  /** Texts of several words or parts in the server's answers. */
  answered: Set<string>
}

/** Counts the calls and the code under way on a page, so that a walk sees when a screen has all its answers, and notes these. */
export async function watchCalls(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const walked = globalThis as unknown as Walked
    walked.openCalls = 0
    walked.lastChange = 0
    walked.answered = new Set()
    const note = (text: string) => {
      JSON.parse(text, (_, value: unknown) => {
        if (typeof value === 'string' && /[ .]/.test(value)) walked.answered.add(value)
        return value
      })
    }
    const call = walked.fetch.bind(walked)
    walked.fetch = async (...asked) => {
      walked.openCalls++
      try {
        const answer = await call(...asked)
        if (answer.headers.get('content-type')?.includes('json')) note(await answer.clone().text())
        return answer
      } finally {
        // The page reads the answer after this; what it changes by it is seen as a change of the document.
        setTimeout(() => walked.openCalls--, 10)
      }
    }
    // Code of a part that a page shows: Vite links it before it is imported.
    const countCode = (link: Node) => {
      if (!(link instanceof HTMLLinkElement) || !/^(modulepreload|stylesheet)$/.test(link.rel)) return
      walked.openCalls++
      const end = () => setTimeout(() => walked.openCalls--, 10)
      link.addEventListener('load', end)
      link.addEventListener('error', end)
    }
    new MutationObserver((changes) => {
      walked.lastChange = performance.now()
      for (const { addedNodes } of changes) for (const node of addedNodes) countCode(node)
    }).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
    })
  })
}

/**
 * Lists the screens without a parameter in their path that a role may enter on a host, by what their routes declare. Those
 * that a slot fills are left to the links that lead to them: whether they are there depends on more.
 */
export async function listScreens(page: Page, app: App, role: Role, on: readonly string[]): Promise<string[]> {
  const declared = await page.evaluate((): Declared[] => {
    const { routesById } = (globalThis as unknown as Walked).__TSR_ROUTER__
    return Object.values(routesById).flatMap(({ fullPath, options: { staticData } }) =>
      staticData && staticData.madeOf === undefined
        ? [{ path: fullPath, page: JSON.parse(JSON.stringify(staticData)) as PageInfo }]
        : [],
    )
  })
  return declared
    .filter(({ path }) => path.startsWith('/') && !path.includes('$'))
    .filter(
      ({ page: { apps, access, plugin = '' } }) => !access && apps.includes(app) && ['core', ...on].includes(plugin),
    )
    .filter(({ page: info }) => mayEnter(info, app, role))
    .map(({ path }) => path)
}

/** Loads the code of every screen, so that a walk waits for nothing but calls. */
export async function loadScreens(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const router = (globalThis as unknown as Walked).__TSR_ROUTER__
    const { plugins } = router.options.context
    const parts = plugins.flatMap(({ contributions }: AnyWebPlugin) => contributions)
    await Promise.all([
      ...Object.values(router.routesById).map((route) => router.loadRouteChunk(route)),
      ...parts.map(({ component }: Contribution) => component.preload()),
    ])
  })
}

/** Opens a screen of the app in the document that is open, as a link does; a load of the app takes ten times as long. */
export async function openWithin(page: Page, href: string): Promise<void> {
  await page.evaluate(async (to) => (globalThis as unknown as Walked).__TSR_ROUTER__.navigate({ href: to }), href)
}

/**
 * Opens a screen anew in the document that is open, with the server's answers asked for again, as a load does: what lay over
 * the screen before is gone, and so is what was typed there.
 */
export async function openAnew(page: Page, href: string): Promise<void> {
  await page.evaluate(async (to) => {
    const router = (globalThis as unknown as Walked).__TSR_ROUTER__
    // First the one screen that every host has: one that is opened where it is open already would stay as it is.
    await router.navigate({ href: '/profile', ignoreBlocker: true })
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    router.options.context.queryClient.removeQueries({ type: 'inactive' })
    await router.navigate({ href: to, ignoreBlocker: true })
  }, href)
}

/** Asks the server again for all that the page knows of it, as after a restart, where a walk has ended. */
export async function forgetAnswers(page: Page): Promise<void> {
  await page.evaluate(async (platform) => {
    const { queryClient } = (globalThis as unknown as Walked).__TSR_ROUTER__.options.context
    // First which plugins there are: the parts of the others go, which would ask for what is not there.
    await queryClient.refetchQueries({ queryKey: platform })
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    queryClient.removeQueries({ type: 'inactive' })
    await queryClient.refetchQueries({ type: 'active' })
  }, platformQuery.queryKey)
}

/**
 * Walks from the screen that is open to those of `paths` and to every screen that is linked from one of these, in one
 * document: to one of each kind, with all its tabs. Calls that fail are the caller's to notice.
 */
export async function walkScreens(page: Page, paths: readonly string[]): Promise<Walk> {
  return page.evaluate(async (given) => {
    const walked = globalThis as unknown as Walked
    const router = walked.__TSR_ROUTER__
    const pause = () => new Promise((resolve) => setTimeout(resolve, 8))
    const idle = async () => {
      const begun = performance.now()
      for (let quiet = 0; quiet < 4 && performance.now() - begun < 20_000;) {
        const changed = walked.lastChange
        await pause()
        quiet = walked.openCalls === 0 && walked.lastChange === changed ? quiet + 1 : 0
      }
    }
    const wordsShown = () => {
      const words: string[] = []
      const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
        if (!node.parentElement?.closest('script, style, noscript')) words.push(node.textContent ?? '')
      }
      for (const element of document.querySelectorAll('[aria-label], [placeholder], [title]')) {
        for (const name of ['aria-label', 'placeholder', 'title']) words.push(element.getAttribute(name) ?? '')
      }
      return words.map((text) => text.trim()).filter(Boolean)
    }
    const kindOf = (href: string) => {
      const { pathname, searchParams } = new URL(href, location.href)
      return `${pathname.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id')} ${searchParams.get('tab') ?? ''}`
    }
    const screens: Screen[] = []
    const known = new Set<string>()
    const waiting: string[] = []
    const add = (href: string) => {
      if (known.has(kindOf(href))) return
      known.add(kindOf(href))
      waiting.push(href)
    }
    const look = (at: string) => {
      const links = [...document.querySelectorAll('a[href]')]
        .map((link) => (link as HTMLAnchorElement).href)
        .filter((href) => href.startsWith(`${location.origin}/`) && !href.startsWith(`${location.origin}/api/`))
        .map((href) => href.slice(location.origin.length))
      screens.push({ at, title: document.querySelector('h1')?.textContent ?? '', texts: wordsShown(), links })
      for (const href of links) add(href)
    }
    for (const path of given) add(path)
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      await router.navigate({ href: next })
      await idle()
      look(next)
      const tabs = () => [...document.querySelectorAll<HTMLElement>('main [role=tab]')]
      for (const name of tabs().map(({ textContent }) => textContent)) {
        const tab = tabs().find(({ textContent }) => textContent === name)
        if (!tab || tab.ariaSelected === 'true') continue
        tab.click()
        await idle()
        look(`${next} (${name})`)
      }
    }
    // The one screen that every host has, whatever is switched off next.
    await router.navigate({ href: '/profile' })
    await idle()
    return { screens, answered: [...walked.answered] }
  }, paths)
}
