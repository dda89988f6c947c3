import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessibleEverywhere, expectNoErrors } from '#core/testing/browser.ts'
import { tenantApp } from '../../../plugin.ts'
import { familyLinkToken } from '../../../base/families/server/family-links.ts'
import { buildStudent } from '../../../testing/factories.ts'
import { markStudent, scheduleSession } from '../../../testing/sessions.ts'

const test = browserTest([tenantApp])

const notSignedIn = { except: [/401/] }
const touchScreen = (width: number, height: number) => ({ viewport: { width, height }, hasTouch: true })

test('on a phone a guardian reports absences, accepts a place and declines one, and a tablet’s roster shows it', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const parent = await organization.user('parent', { firstName: 'Ann', lastName: 'King' })
  const { id: ada } = await buildStudent(platform, organization, { guardians: [parent.id] })
  const { id: ben } = await buildStudent(platform, organization, { firstName: 'Ben' })
  const robots = await scheduleSession(platform, admin, { inMinutes: 40, location: 'Lab' })
  const chess = await scheduleSession(platform, admin, { inMinutes: 2000, name: 'Chess', maxParticipants: 1 })
  const bridges = await scheduleSession(platform, admin, { inMinutes: 3000, name: 'Bridges', maxParticipants: 1 })
  for (const [session, studentIds] of [
    [robots, [ada, ben]],
    [chess, [ben, ada]],
    [bridges, [ben, ada]],
  ] as const) {
    await admin.post(`/api/sessions/${session}/participants`, { studentIds })
  }
  await admin.delete(`/api/sessions/${chess}/participants/${ben}`)

  const page = await visitor.open(platform.originOf(organization), '/parent-portal?tab=schedule', {
    as: parent.email,
    ...touchScreen(375, 812),
  })
  const sessions = page.getByRole('list', { name: 'Sessions of Ada' }).getByRole('listitem')
  await expect.poll(() => sessions.count()).toBe(3)
  const of = (name: string) => sessions.filter({ hasText: name })
  await of('Bridges').getByText('Waitlist, place 1').waitFor()
  await of('Chess').getByRole('button', { name: 'Accept place' }).tap()
  await of('Chess').getByText('Accepted').waitFor()

  await of('Robots').getByRole('button', { name: 'Report absence' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Report absence from Robots' })
  await dialog.getByLabel('Reason').fill('Dentist')
  await dialog.getByRole('button', { name: 'Report absence' }).tap()
  await of('Robots').getByText('Absence reported by Ann King: Dentist').waitFor()
  await page.getByRole('button', { name: 'Report absence' }).first().tap()
  const days = page.getByRole('dialog', { name: 'Report absence' })
  await expectAccessibleEverywhere(page, 'tenant-app/report-absence', () =>
    days.getByRole('group', { name: 'Last day' }).waitFor(),
  )
  await days.getByLabel('Reason').fill('A wedding')
  await days.getByRole('button', { name: 'Report absence' }).tap()
  const reported = page.getByRole('list', { name: 'Days without Ada' })
  await reported.getByText('A wedding').waitFor()
  await expectAccessibleEverywhere(page, 'tenant-app/child-sessions', () => of('Robots').waitFor())
  await reported.getByRole('button', { name: 'Take absence back' }).tap()
  await reported.waitFor({ state: 'hidden' })
  await of('Bridges').getByRole('button', { name: 'Leave waitlist' }).tap()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave waitlist' }).tap()
  await expect.poll(() => sessions.count()).toBe(2)
  expectNoErrors(page, notSignedIn)

  const tablet = await visitor.open(platform.originOf(organization), `/sessions/${robots}`, {
    as: (await organization.user('tenant_admin')).email,
    ...touchScreen(820, 1180),
  })
  const roster = tablet.getByRole('table', { name: 'Roster' })
  await roster.getByText('Excused, reported by Ann King').waitFor()
  await tablet.goto(`/sessions/${chess}`)
  await roster.getByText('Accepted by Ann King').waitFor()
})

test('on a tablet an instructor takes attendance by touch: reported absences are filled in, and late students arrive now', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const parent = await organization.user('parent', { firstName: 'Ann', lastName: 'King' })
  const { id: ada } = await buildStudent(platform, organization, { guardians: [parent.id] })
  const { id: ben } = await buildStudent(platform, organization, { firstName: 'Ben' })
  const { id: cleo } = await buildStudent(platform, organization, { firstName: 'Cleo' })
  // Present students are marked on the day of the session, which must not begin after midnight.
  const timeZone = platform.clock.now().getUTCHours() < 12 ? 'Asia/Tokyo' : 'America/New_York'
  expect((await admin.put('/api/tenant/settings', { timeZone })).status).toBe(200)
  const session = await scheduleSession(platform, admin, { inMinutes: 1 })
  await admin.post(`/api/sessions/${session}/participants`, { studentIds: [ada, ben, cleo] })
  const guardian = await organization.client().signIn(parent.email)
  await guardian.post(`/api/children/${ada}/absences`, { sessionId: session, reason: 'Dentist' })
  // The browser's clock differs from the platform's: the session began before both.
  const start = new Date(Date.now() - 20 * 60_000)
  const dates = { startDate: start.toISOString(), endDate: new Date(start.getTime() + 7_200_000).toISOString() }
  const began = await scheduleSession(platform, admin, { name: 'Chess', ...dates })
  await admin.post(`/api/sessions/${began}/participants`, { studentIds: [ben, cleo] })
  await markStudent(admin, began, cleo, { mark: 'absent' })

  const page = await visitor.open(platform.originOf(organization), `/sessions/${session}?tab=attendance`, {
    as: (await organization.user('tenant_admin')).email,
    ...touchScreen(820, 1180),
  })
  await page.getByText('Excused, reported by Ann King: Dentist').waitFor()
  const markOf = (name: string, mark: string) =>
    page.getByRole('group', { name: `${name} King` }).getByRole('button', { name: mark })
  expect(await markOf('Ada', 'Excused').getAttribute('aria-pressed')).toBe('true')
  await page.getByText('1 of 3 marked').waitFor()
  await page.getByRole('button', { name: 'Mark the rest present' }).tap()
  await page.getByText('3 of 3 marked', { exact: true }).waitFor()
  const roster = async () => (await admin.get(`/api/sessions/${session}/participants`)).body
  expect(await roster()).toMatchObject([{ attendance: null }, { attendance: 'present' }, { attendance: 'present' }])

  await page.goto(`/sessions/${began}?tab=attendance`)
  await page.getByText('The session has started: arrivals are marked late.').waitFor()
  await markOf('Ben', 'Late').tap()
  await page.getByText(/^Arrived /).waitFor()
  await page.getByRole('button', { name: 'Details of Cleo King' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Details of Cleo King' })
  await dialog.getByLabel('Note').fill('Mother was called')
  await dialog.getByRole('button', { name: 'Save' }).tap()
  await page.getByText('Mother was called').waitFor()
  await expectAccessibleEverywhere(page, 'tenant-app/attendance-details', () =>
    page.getByText('Mother was called').waitFor(),
  )
  const { body } = await admin.get(`/api/sessions/${began}/participants`)
  expect(body).toMatchObject([
    { attendance: 'late', arrivedAt: expect.any(String) },
    { attendance: 'absent', note: 'Mother was called', attendanceNumber: 2 },
  ])
  expectNoErrors(page, notSignedIn)
})

test('an admin sets the minutes and who is notified of absences', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const page = await visitor.open(platform.originOf(organization), '/org-settings?tab=attendance', {
    as: (await organization.user('tenant_admin')).email,
  })
  const form = page.getByRole('form', { name: 'Attendance and notices' })
  await form.getByRole('textbox', { name: 'Notify families after' }).fill('20')
  await form.getByText('Remind instructors of missing attendance by email').click()
  await form.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Settings Saved').waitFor()
  await expectAccessibleEverywhere(page, 'tenant-app/attendance-settings', () => form.waitFor())
  const { body } = await (await organization.signIn('tenant_admin')).get('/api/attendance/settings')
  expect(body).toMatchObject({ absenceMinutes: 20, remindsInstructors: false, tellsAbsences: true })
  expectNoErrors(page, notSignedIn)
})

test('a guardian reports tomorrow of a camp that has begun from the family home, and withdraws it in the portal', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const parent = await organization.user('parent', { firstName: 'Ann', lastName: 'King' })
  const { id: ada } = await buildStudent(platform, organization, { guardians: [parent.id] })
  const DAY_MS = 86_400_000
  // Long enough to include the next two weekdays.
  const camp = await scheduleSession(platform, admin, {
    inMinutes: -1440,
    name: 'Camp',
    endDate: new Date(platform.clock.now().getTime() + 6 * DAY_MS).toISOString(),
  })
  await admin.post(`/api/sessions/${camp}/participants`, { studentIds: [ada] })
  const page = await visitor.open(platform.originOf(organization), '/', { as: parent.email, ...touchScreen(375, 812) })
  await page.getByRole('button', { name: 'Report absence of Ada from Camp' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Report absence from Camp' })
  await dialog.getByRole('button', { name: /Day/ }).waitFor()
  await expectAccessibleEverywhere(page, 'tenant-app/report-day', () => dialog.getByLabel('Reason').waitFor())
  await dialog.getByLabel('Reason').fill('Dentist')
  await dialog.getByRole('button', { name: 'Report absence' }).tap()
  await dialog.waitFor({ state: 'hidden' })
  await page.goto(`${platform.originOf(organization)}/parent-portal?tab=schedule`)
  const row = page.getByRole('list', { name: 'Sessions of Ada' }).getByRole('listitem').filter({ hasText: 'Camp' })
  await row.getByText(/absence reported by Ann King: Dentist/).waitFor()
  await row.getByRole('button', { name: 'Report absence' }).waitFor()
  await expectAccessibleEverywhere(page, 'tenant-app/child-days', () => row.getByText(/Dentist/).waitFor())
  await row.getByRole('button', { name: 'Take absence back' }).tap()
  await row.getByText(/Dentist/).waitFor({ state: 'hidden' })
})

test('without an account a guardian reports an absence and declines a spot by the links of emails', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { id: guardianId } = await organization.user('parent')
  const { id: studentId } = await buildStudent(platform, organization, { guardians: [guardianId] })
  const robots = await scheduleSession(platform, admin, { location: 'Lab' })
  const chess = await scheduleSession(platform, admin, { inMinutes: 3000, name: 'Chess' })
  for (const session of [robots, chess]) {
    await admin.post(`/api/sessions/${session}/participants`, { studentIds: [studentId] })
  }
  const of = { guardianId, studentId }
  const absence = familyLinkToken(platform.core, { purpose: 'absence', ...of })
  const place = familyLinkToken(platform.core, { purpose: 'place', sessionId: chess, ...of })
  const page = await visitor.open(platform.originOf(organization), `/absence?token=${absence}`)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Reason').fill('Dentist')
  await expectAccessibleEverywhere(page, 'tenant-app/linked-absence', () =>
    page.getByRole('heading', { name: 'Report an absence of Ada' }).waitFor(),
  )
  await page.getByRole('button', { name: 'Report absence' }).click()
  await page.getByText(/Absence reported: Ada is excused from Robots/).waitFor()
  expect((await admin.get(`/api/sessions/${robots}/participants`)).body).toMatchObject([{ reportedReason: 'Dentist' }])
  await page.goto(`/place?token=${place}`)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expectAccessibleEverywhere(page, 'tenant-app/linked-place', () =>
    page.getByRole('heading', { name: 'Ada has a spot in Chess' }).waitFor(),
  )
  await page.getByRole('button', { name: 'Decline: the spot goes to the next student' }).click()
  await page.getByText(/You declined the spot/).waitFor()
  expect((await admin.get(`/api/sessions/${chess}/participants`)).body).toEqual([])
  await page.goto('/absence')
  await page.getByText('This link is incomplete. Open it from the email again.').waitFor()
  expectNoErrors(page, notSignedIn)
})
