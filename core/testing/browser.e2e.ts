import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectNoErrors, screenshot } from './browser.ts'
import { openBrowser, type TestBrowser } from './pages.ts'

const pages: Record<string, string> = {
  '/good': '<html lang="en"><title>Good</title><main><h1>Organizations</h1></main></html>',
  '/bad': '<html><title>Bad</title><img src="data:,"><p style="color:#ccc">pale</p></html>',
  '/loud': '<html lang="en"><title>Loud</title><script>console.error("told"); null.x</script></html>',
}

const server = createServer((request, response) => {
  const html = pages[request.url ?? '']
  response.writeHead(html ? 200 : 204, { 'content-type': 'text/html' }).end(html)
})
let browser: TestBrowser
let baseURL: string

beforeAll(async () => {
  browser = await openBrowser()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  baseURL = `http://north.localhost:${(server.address() as AddressInfo).port}`
})

afterAll(async () => {
  await browser.close()
  server.closeAllConnections()
  server.close()
})

test('a page on an organization host renders, accessible and without errors', async () => {
  const page = await browser.newPage({ baseURL, viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
  await page.goto('/good')
  expect(await page.getByRole('heading').textContent()).toBe('Organizations')
  expect((await page.getByRole('heading').boundingBox())?.height).toBeGreaterThan(10)
  expect(await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)).toBe(true)
  await expectAccessible(page)
  expectNoErrors(page)
  await screenshot(page, 'testing/good')
})

test('accessibility violations are listed by rule and place', async () => {
  const page = await browser.newPage({ baseURL })
  await page.goto('/bad')
  await expect(expectAccessible(page)).rejects.toThrow(/color-contrast[^]*image-alt[^]*img/)
})

test('console errors and uncaught errors fail the page, except those that are expected', async () => {
  const page = await browser.newPage({ baseURL })
  await page.goto('/loud')
  expect(() => expectNoErrors(page)).toThrow(/console: told[^]*uncaught/)
  expectNoErrors(page, { except: [/told/, /null/] })
})
