import { expect } from 'vitest'
import { browserTest, type BrowserPlatform } from '#core/testing/browser-harness.ts'
import { expectAccessible, expectAccessibleEverywhere, expectNoErrors, notification } from '#core/testing/browser.ts'
import { tenantApp } from '../../../plugin.ts'
import { countHeld } from '../../../testing/count-held.ts'
import { buildParticipant, buildSession, buildStudent } from '../../../testing/factories.ts'
import { report } from '../../../testing/incident-calls.ts'

const test = browserTest([tenantApp])

const phone = { width: 375, height: 812 }
const notSignedIn = { except: [/401/] }

async function prepare(platform: BrowserPlatform) {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const instructor = await organization.user('instructor', { firstName: 'Mara', lastName: 'Lind' })
  const parent = await organization.user('parent', { firstName: 'Ann', lastName: 'King' })
  const session = await buildSession(platform, organization, {
    name: 'Robotics',
    startDate: platform.clock.now().toISOString(),
    instructorId: instructor.id,
  })
  const { id: studentId } = await buildStudent(platform, organization, { firstName: 'Ava', guardians: [parent.id] })
  await buildParticipant(platform, organization, { sessionId: session.id, studentId })
  return { organization, origin: platform.originOf(organization), admin, instructor, parent, session, studentId }
}

test('an instructor reports a scraped knee in four taps and a sentence, an admin shares it, and a guardian acknowledges it in two taps', async ({
  platform,
  visitor,
}) => {
  const { origin, admin, instructor, parent, session } = await prepare(platform)
  const page = await visitor.open(origin, `/sessions/${session.id}?tab=attendance`, {
    as: instructor.email,
    viewport: phone,
  })
  await page.getByRole('button', { name: 'Details of Ava King' }).click()
  await page.getByRole('link', { name: 'Report an incident' }).click()
  await page.getByText('Ava King', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Knee' }).click()
  await page.getByLabel('What happened').fill('Fell at the slide and scraped a knee.')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Submit report' }).click()
  await notification(page).getByText('Report submitted').waitFor()
  await page.getByRole('link', { name: 'Ava King' }).waitFor()
  await expectAccessible(page)

  const desk = await visitor.open(origin, '/incidents', { as: admin.user?.email ?? '' })
  await desk.getByRole('link', { name: 'Ava King' }).click()
  await desk.getByRole('heading', { name: 'Injury: Ava King' }).waitFor()
  await expectAccessible(desk)
  await desk.getByRole('button', { name: 'Share with the family' }).click()
  const sharing = desk.getByRole('dialog', { name: 'Share with the family?' })
  await sharing.getByLabel('For the family').fill('Scraped a knee at the slide. We washed it.')
  await sharing.getByRole('button', { name: 'Share', exact: true }).click()
  await notification(desk).getByText('Shared with the family').waitFor()

  const home = await visitor.openHome(origin, parent.email, { viewport: phone })
  await home.getByRole('button', { name: 'Read and acknowledge' }).click()
  const note = home.getByRole('dialog', { name: 'Notes about Ava' })
  await note.getByText('Scraped a knee at the slide. We washed it.').waitFor()
  await expectAccessible(home)
  await note.getByRole('button', { name: 'Acknowledge', exact: true }).click()
  await note.getByText('Everything about Ava is acknowledged.').waitFor()

  await desk.reload()
  await desk.getByText('Ann King').waitFor()
  for (const one of [page, desk, home]) expectNoErrors(one, notSignedIn)
})

test('a report begun on a phone survives a reload, and one submitted offline is sent once the connection returns', async ({
  platform,
  visitor,
}) => {
  const { origin, admin, instructor, session, studentId } = await prepare(platform)
  const page = await visitor.open(origin, `/incidents/new?session=${session.id}&student=${studentId}`, {
    as: instructor.email,
    viewport: phone,
  })
  const words = page.getByLabel('What happened')
  await words.fill('Bumped an elbow at the door.')
  await page.getByRole('button', { name: 'Arm' }).click()
  await page.reload()
  await expect.poll(() => words.inputValue()).toBe('Bumped an elbow at the door.')
  await page.getByRole('button', { name: 'Arm', pressed: true }).waitFor()
  // Loads the page's code while there is a network.
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Submit report' }).click()
  await page.getByText('1 report waiting to be sent from this device.', { exact: false }).waitFor()
  const reports = async () => (await admin.get('/api/incidents')).body as { status: string }[]
  expect(await reports()).toEqual([])
  await page.context().setOffline(false)
  await expect.poll(reports).toMatchObject([{ status: 'submitted', studentId }])
  await page.getByText('1 report waiting').waitFor({ state: 'detached' })
})

test('a report is begun after a start without a connection, on a child of the day’s meetings, and sent later', async ({
  platform,
  visitor,
}) => {
  const { origin, admin, instructor, session, studentId } = await prepare(platform)
  const page = await visitor.open(origin, '/today', { as: instructor.email, serviceWorkers: 'allow' })
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
  })
  // The session of the user, and the meeting.
  await expect.poll(() => countHeld(page)).toBeGreaterThan(1)
  const context = page.context()
  await page.close()
  await context.setOffline(true)
  const next = await context.newPage()
  await next.goto(`${origin}/incidents/new?session=${session.id}`)
  await next.getByRole('combobox', { name: 'Child' }).fill('av')
  await next.getByRole('option', { name: /Ava/ }).click()
  await next.getByRole('list', { name: 'Children' }).getByText(/Ava/).waitFor()
  await next.getByLabel('What happened').fill('Scraped a knee at the slide.')
  await next.getByRole('button', { name: 'Submit report' }).click()
  await next.getByText('Saved on this device').waitFor()
  await next.getByText('1 report waiting to be sent from this device.', { exact: false }).waitFor()
  await context.setOffline(false)
  const reports = async () => (await admin.get('/api/incidents')).body as { status: string }[]
  await expect.poll(reports).toMatchObject([{ status: 'submitted', studentId }])
})

test('an admin follows up on a serious report', async ({ platform, visitor }) => {
  const { origin, admin, studentId } = await prepare(platform)
  await admin.post('/api/incidents', report(studentId, { bodyParts: ['head'] }))
  const page = await visitor.open(origin, '/incidents?status=attention', { as: admin.user?.email ?? '' })
  await page.getByText('Serious').first().waitFor()
  await page.getByRole('link', { name: 'Ava King' }).click()
  await page.getByText('Call a guardian and log the call').waitFor()
  await page.getByRole('button', { name: 'Actions for this report' }).click()
  await page.getByRole('menuitem', { name: 'Log a call' }).click()
  const call = page.getByRole('dialog', { name: 'Log a call' })
  await call.getByLabel('Person called').fill('Ann King')
  await call.getByRole('button', { name: 'Log call' }).click()
  await page.getByText('Call to Ann King: Reached').waitFor()
  await expectAccessible(page)
  expectNoErrors(page, notSignedIn)
})

test('every incident screen fits and breaks no accessibility rule at every width', async ({ platform, visitor }) => {
  const { origin, admin, parent, studentId } = await prepare(platform)
  const { body } = await admin.post('/api/incidents', report(studentId))
  await admin.post(`/api/incidents/${body.ids[0]}/sharing`, { familyText: 'Scraped a knee.' })
  const page = await visitor.open(origin, '/incidents', { as: admin.user?.email ?? '' })
  await expectAccessibleEverywhere(page, 'incidents', () => page.getByText('Ava King').waitFor())
  await page.goto('/incidents/new')
  await expectAccessibleEverywhere(page, 'incident-new', () => page.getByLabel('What happened').waitFor())
  await page.goto(`/incidents/${body.ids[0]}`)
  await expectAccessibleEverywhere(page, 'incident', () => page.getByText('Scraped a knee.', { exact: true }).waitFor())
  await page.goto('/org-settings?tab=incidents')
  await expectAccessibleEverywhere(page, 'incident-settings', () => page.getByRole('switch').waitFor())
  await page.goto('/org-settings?tab=safeguarding')
  await expectAccessibleEverywhere(page, 'safeguarding', () => page.getByText('Safeguarding leads').waitFor())
  const child = await visitor.open(origin, '/parent-portal?at=incidents', { as: parent.email })
  await expectAccessibleEverywhere(child, 'child-incidents', () => child.getByText('Scraped a knee.').waitFor())
})
