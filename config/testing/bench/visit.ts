import { openBrowser } from '../../../core/testing/pages.ts'

/** A request of the browser that is expected to be answered with this status. */
export interface Asked {
  path: string
  status: number
}

/** Requests of a browser until the sign-in page is there, and from the sign-in until the dashboard is there. */
export interface Visit {
  signInPage: Asked[]
  dashboard: Asked[]
}

/** Signs a person in with a real browser, and notes what it asks for. Files are named anew by every build. */
export async function recordVisit(origin: string, email: string, password: string): Promise<Visit> {
  await using browser = await openBrowser()
  const page = await browser.newPage({ baseURL: origin })
  const visit: Visit = { signInPage: [], dashboard: [] }
  let asked = visit.signInPage
  page.on('response', (response) => {
    const { pathname, search, protocol } = new URL(response.url())
    if (response.request().method() !== 'GET' || !protocol.startsWith('http')) return
    asked.push({ path: pathname + search, status: response.status() })
  })
  await page.goto('/', { waitUntil: 'networkidle' })
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  asked = visit.dashboard
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByRole('link', { name: 'Dashboard' }).first().waitFor()
  await page.waitForLoadState('networkidle')
  return visit
}
