import type { Page } from 'playwright'
import { expect } from 'vitest'
import { expectAccessibleEverywhere, expectNoErrors } from '#core/testing/browser.ts'
import { browserTest } from '#core/testing/browser-harness.ts'
import { browserSubscription } from '#core/testing/push-service.ts'
import { query } from '#core/testing/query.ts'

const test = browserTest([])

/** Subscribes as a browser with a push service does, which tests have none of. */
const subscribeHere = (page: Page) =>
  page.addInitScript((given) => {
    let current: object | null = null
    // Chromium without a screen denies notifications, whatever is granted.
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
    Notification.requestPermission = async () => 'granted'
    const bytesOf = (text: string) =>
      Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.codePointAt(0) ?? 0).buffer
    Object.assign(PushManager.prototype, {
      getSubscription: async () => current,
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) =>
        (current = {
          endpoint: given.endpoint,
          options: { applicationServerKey: bytesOf(applicationServerKey) },
          getKey: (name: 'p256dh' | 'auth') => bytesOf(given[name]),
          unsubscribe: async () => {
            current = null
            return true
          },
        }),
    })
  }, browserSubscription())

test('a guardian turns notifications on and off, and a push shows only what it says and opens its page', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization({ name: 'Harbour Makers' })
  const { email, id } = await organization.user('parent')
  const origin = platform.originOf(organization)
  const page = await visitor.openHome(origin, email, { serviceWorkers: 'allow' })
  await subscribeHere(page)
  await page.goto('/profile')
  const choice = page.getByRole('switch', { name: 'Notifications' })
  await choice.waitFor()
  expect(await choice.isChecked()).toBe(false)
  await page.getByText('Notifications', { exact: true }).click()
  await page.getByRole('status').getByText('Notifications are on').waitFor()
  const devices = () =>
    query<{ endpoint: string }>(platform.databaseUrl, `select endpoint from push_subscriptions where user_id = '${id}'`)
  expect(await devices()).toHaveLength(1)
  await expectAccessibleEverywhere(page, 'device-notifications', () =>
    // Scrolled down, the bar below covers what is under it.
    page.evaluate(() => scrollTo(0, 0)),
  )

  const worker = page.context().serviceWorkers()[0] ?? (await page.context().waitForEvent('serviceworker'))
  const outcome = await worker.evaluate(async () => {
    const scope = self as unknown as {
      registration: { showNotification: unknown }
      clients: { openWindow: unknown }
      dispatchEvent(event: Event): boolean
    }
    const work: Promise<unknown>[] = []
    const shown: unknown[] = []
    const opened: unknown[] = []
    scope.registration.showNotification = async (...given: unknown[]) => void shown.push(given)
    scope.clients.openWindow = async (url: string) => void opened.push(new URL(url).pathname)
    const dispatch = async (name: string, given: object) => {
      const event = Object.assign(new Event(name), { waitUntil: (one: Promise<unknown>) => work.push(one), ...given })
      scope.dispatchEvent(event)
      await Promise.all(work)
    }
    const data = { title: 'Harbour Makers', body: 'New announcement', path: '/messages/1', tag: '/messages/1' }
    await dispatch('push', { data: { json: () => data } })
    await dispatch('push', { data: { json: () => JSON.parse('no JSON') } })
    for (const path of ['/messages/1', 'https://evil.example/', '//evil.example', 'javascript:alert(1)'])
      await dispatch('notificationclick', { notification: { data: path, close: () => undefined } })
    return { shown, opened }
  })
  const { hostname } = new URL(origin)
  expect(outcome.shown).toEqual([
    ['Harbour Makers', { body: 'New announcement', tag: '/messages/1', data: '/messages/1' }],
    [hostname, { body: 'New message', tag: '', data: '/' }],
  ])
  expect(outcome.opened).toEqual(['/messages/1', '/', '/', '/'])

  await page.getByText('Notifications', { exact: true }).click()
  await expect.poll(devices).toEqual([])
  expect(await choice.isChecked()).toBe(false)
  expectNoErrors(page)
})

test('an iPhone’s browser says to add the site to the home screen first', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const { email } = await organization.user('parent')
  const page = await visitor.openHome(platform.originOf(organization), email)
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'userAgent', { value: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)' })
    Reflect.deleteProperty(window, 'PushManager')
  })
  await page.goto('/profile')
  await page.getByText('add this site to your home screen first').waitFor()
})
