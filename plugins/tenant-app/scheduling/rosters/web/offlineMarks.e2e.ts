import type { Page } from 'playwright'
import { expect } from 'vitest'
import { browserTest, type BrowserPlatform } from '#core/testing/browser-harness.ts'
import { expectAccessibleEverywhere } from '#core/testing/browser.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildParticipant, buildSession, buildStudent } from '../../../testing/factories.ts'

const test = browserTest([tenantApp])

const names = ['Ada', 'Ben', 'Cleo']

/** A session with three children that begins now, and its instructor. */
async function makeSession(platform: BrowserPlatform) {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const instructor = await organization.user('instructor', { firstName: 'Mara', lastName: 'Lind' })
  const startDate = platform.clock.now().toISOString()
  const { id } = await buildSession(platform, organization, {
    name: 'Robotics',
    startDate,
    instructorId: instructor.id,
  })
  for (const firstName of names) {
    const { id: studentId } = await buildStudent(platform, organization, { firstName })
    await buildParticipant(platform, organization, { sessionId: id, studentId })
  }
  const marksOf = async () => {
    const { body } = await admin.get(`/api/sessions/${id}/participants`)
    return (body as { attendance: string | null; attendanceNumber: number }[]).map(
      ({ attendance, attendanceNumber }) => `${attendance} ${attendanceNumber}`,
    )
  }
  return { organization, origin: platform.originOf(organization), instructor, admin, id, marksOf }
}

const button = (page: Page, child: string, mark: string) =>
  page.getByRole('group', { name: `${child} King` }).getByRole('button', { name: mark })

async function markOffline(page: Page): Promise<void> {
  await button(page, 'Ada', 'Present').waitFor()
  await page.context().setOffline(true)
  await button(page, 'Ada', 'Present').click()
  await button(page, 'Ben', 'Absent').click()
  await button(page, 'Cleo', 'Late').click()
  await page.getByText(/3 marks waiting to sync since/).waitFor()
}

/** Databases of this origin, and all that they hold, as text. */
const dumpOf = (page: Page) =>
  page.evaluate(async () => {
    const answer = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error ?? new Error('unreadable')))
      })
    const found: string[] = []
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await answer(indexedDB.open(name))
      for (const store of database.objectStoreNames) {
        const rows: unknown[] = await answer(database.transaction(store).objectStore(store).getAll())
        const text = (value: unknown) =>
          value instanceof ArrayBuffer || ArrayBuffer.isView(value) ? new TextDecoder().decode(value) : value
        found.push(JSON.stringify({ name, store, rows }, (_key, value: unknown) => text(value)))
      }
      database.close()
    }
    return found.join('\n')
  })

test('marks that were made offline outlive the page, are sealed on the device, and are sent by the next visit', async ({
  platform,
  visitor,
}) => {
  const { origin, instructor, id, marksOf } = await makeSession(platform)
  const page = await visitor.open(origin, `/sessions/${id}?tab=attendance`, { as: instructor.email })
  await markOffline(page)
  await expectAccessibleEverywhere(page, 'marks-waiting', () => page.getByText(/waiting to sync/).waitFor())
  await expect.poll(() => dumpOf(page)).toContain('attendance')
  expect(await dumpOf(page)).not.toMatch(/Ada|present/)
  const context = page.context()
  await page.close()
  expect(await marksOf()).toEqual(['null 0', 'null 0', 'null 0'])

  await context.setOffline(false)
  const next = await context.newPage()
  await next.goto(origin)
  await expect.poll(marksOf).toEqual(['present 1', 'absent 1', 'late 1'])
  await next.reload()
  await next.getByText('Welcome back').waitFor()
  expect(await marksOf()).toEqual(['present 1', 'absent 1', 'late 1'])
})

test('a session that ends keeps its user’s marks for the next sign-in, and another user’s sign-in sends none', async ({
  platform,
  visitor,
}) => {
  const { organization, origin, instructor, id, marksOf } = await makeSession(platform)
  const page = await visitor.open(origin, `/sessions/${id}?tab=attendance`, { as: instructor.email })
  await markOffline(page)
  await page.context().clearCookies()
  await page.context().setOffline(false)
  await visitor.signIn(page, (await organization.user('instructor')).email)
  await page.getByText('Today and next').waitFor()
  expect(await marksOf()).toEqual(['null 0', 'null 0', 'null 0'])
  await page.context().clearCookies()
  await visitor.signIn(page, instructor.email)
  await expect.poll(marksOf).toEqual(['present 1', 'absent 1', 'late 1'])
})

test('signing out with marks asks first; afterwards the device holds none of them', async ({ platform, visitor }) => {
  const { origin, instructor, id, marksOf } = await makeSession(platform)
  const page = await visitor.open(origin, `/sessions/${id}?tab=attendance`, { as: instructor.email })
  await button(page, 'Ada', 'Present').waitFor()
  await page.route('**/attendance?*', (route) => route.abort())
  await button(page, 'Ada', 'Present').click()
  await page.getByText(/1 mark waiting to sync/).waitFor()
  await page.getByRole('button', { name: /Your account/ }).click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await page.getByText('1 attendance mark is not saved yet').waitFor()
  await page.getByRole('button', { name: 'Sign out anyway' }).click()
  await page.waitForURL(/\/auth/)
  await expect.poll(() => dumpOf(page)).toBe('')
  expect(await marksOf()).toEqual(['null 0', 'null 0', 'null 0'])
})

test('marks that the server refuses are listed with the reason until they are discarded', async ({
  platform,
  visitor,
}) => {
  const { origin, admin, instructor, id } = await makeSession(platform)
  const page = await visitor.open(origin, `/sessions/${id}?tab=attendance`, { as: instructor.email })
  await markOffline(page)
  await admin.put(`/api/sessions/${id}`, { status: 'cancelled' })
  await page.context().setOffline(false)
  await page.getByText('3 attendance marks were not saved').waitFor()
  await page.reload()
  const refused = page.getByRole('alert').filter({ hasText: '3 attendance marks were not saved' })
  await refused.getByText('Ada King').waitFor()
  await refused.getByRole('button', { name: 'Discard' }).click()
  await refused.waitFor({ state: 'hidden' })
  await page.reload()
  await page.getByRole('heading', { name: 'Robotics', level: 1 }).waitFor()
  expect(await page.getByText('were not saved').count()).toBe(0)
})
