import sharp from 'sharp'
import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessibleEverywhere, expectNoErrors, openMenu } from '#core/testing/browser.ts'
import { fileForm } from '#core/testing/upload.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildParticipant, buildSession, buildStudent } from '../../../testing/factories.ts'

const test = browserTest([tenantApp])

const notSignedIn = { except: [/401/] }

test('staff register students from the picker, take attendance by key and by touch, and give points', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const start = platform.clock.now().getTime()
  const dates = { startDate: new Date(start).toISOString(), endDate: new Date(start + 3_600_000).toISOString() }
  const robotics = await admin.post('/api/sessions', { name: 'Robotics', maxParticipants: 3, ...dates })
  const sessionPath = `/api/sessions/${(robotics.body as { id: string }).id}`
  for (const firstName of ['Ada', 'Ben', 'Cleo', 'Dan']) {
    await buildStudent(platform, organization, { firstName, grade: '5', dateOfBirth: '2016-05-06' })
  }
  const page = await visitor.openHome(platform.originOf(organization), (await organization.user('tenant_admin')).email)
  await page.getByRole('link', { name: 'Sessions', exact: true }).click()
  await page.getByRole('link', { name: 'Manage Students of Robotics' }).click()
  await page.getByRole('heading', { name: 'Robotics', level: 1 }).waitFor()
  await page.getByText('No participants yet').waitFor()

  await page.getByRole('button', { name: 'Register students' }).click()
  const picker = page.getByRole('dialog', { name: 'Register students' })
  for (const name of ['Ada King', 'Ben King', 'Cleo King', 'Dan King']) {
    await picker.getByRole('checkbox', { name }).check({ force: true })
  }
  await expectAccessibleEverywhere(page, 'roster-picker', () => picker.waitFor())
  await picker.getByRole('button', { name: 'Register 4 students' }).click()
  await page.getByText('3 students registered, 1 on the waitlist').waitFor()
  const roster = page.getByRole('table', { name: 'Roster' })
  await roster.getByText('Waiting, 1.').waitFor()
  await expectAccessibleEverywhere(page, 'roster', () => roster.waitFor())

  const row = roster.getByRole('row', { name: /Ada King/ })
  await openMenu(page, 'Actions for Ada King')
  await page.getByRole('menuitem', { name: 'Points and feedback' }).click()
  const points = page.getByRole('dialog', { name: 'Points and feedback for Ada King' })
  await points.getByRole('textbox', { name: 'Points' }).fill('12')
  await points.getByRole('button', { name: 'Save changes' }).click()
  await points.waitFor({ state: 'hidden' })
  await row.getByText('12').waitFor()
  await openMenu(page, 'Actions for Ben King')
  await page.getByRole('menuitem', { name: 'Remove from session' }).click()
  await page.getByText('Ben King is removed').waitFor()
  await expect.poll(() => roster.getByText('Registered').count()).toBe(2)

  await page.getByRole('tab', { name: 'Attendance' }).click()
  const ada = page.getByRole('group', { name: 'Ada King' })
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await ada.getByRole('button', { name: 'Present' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(focused).toBe('Late')
  // One tab stop per student, at the button that last had the focus.
  await page.keyboard.press('Tab')
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('[role=group]')?.ariaLabel))
    .toBe('Cleo King')
  await page.keyboard.press('Shift+Tab')
  await expect.poll(focused).toBe('Late')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('l')
  await page.keyboard.press('a')
  await page.getByText('2 of 2 marked', { exact: true }).waitFor()
  await expectAccessibleEverywhere(page, 'attendance', () => ada.waitFor())
  await page.getByRole('group', { name: 'Cleo King' }).getByRole('button', { name: 'Absent' }).click()
  // Records of one student made before the first is sent are merged.
  const marks = async () => (await admin.get(`${sessionPath}/participants`)).body
  await expect.poll(marks).toMatchObject([{ attendance: 'late' }, { attendance: null }, { firstName: 'Dan' }])
  await page.getByRole('button', { name: 'Mark the rest present' }).click()
  await page.getByText('2 of 2 marked', { exact: true }).waitFor()

  await page.getByRole('tab', { name: 'History' }).click()
  const log = page.getByRole('table', { name: 'History' })
  await log.getByText('Mark taken back').waitFor()
  await log.getByText('Put on the waitlist').waitFor()
  // Scheduled, registered, waitlisted, removed, and four attendance entries; phones have no row of headers.
  await expect.poll(() => log.locator('tbody tr').count()).toBe(8)
  await expectAccessibleEverywhere(page, 'session-history', () => log.waitFor())
  expectNoErrors(page, notSignedIn)
})

test('unsent attendance is stored, shown, and sent when the server is back', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const start = platform.clock.now().getTime()
  const dates = { startDate: new Date(start).toISOString(), endDate: new Date(start + 3_600_000).toISOString() }
  const { body } = await admin.post('/api/sessions', { name: 'Robotics', ...dates })
  const sessionId = (body as { id: string }).id
  const { id: studentId } = await buildStudent(platform, organization)
  await admin.post(`/api/sessions/${sessionId}/participants`, { studentIds: [studentId] })
  const page = await visitor.openHome(platform.originOf(organization), (await organization.user('tenant_admin')).email)
  await page.getByRole('link', { name: 'Sessions', exact: true }).click()
  await page.getByRole('link', { name: 'Manage Students of Robotics' }).click()
  await page.getByRole('tab', { name: 'Attendance' }).click()
  const present = page.getByRole('group', { name: 'Ada King' }).getByRole('button', { name: 'Present' })
  await present.waitFor()
  await page.route('**/attendance?*', (route) => route.abort())
  await present.click()
  await page.getByText(/1 mark waiting to sync since/).waitFor()
  expect(await present.getAttribute('aria-pressed')).toBe('true')
  await expectAccessibleEverywhere(page, 'attendance-unsaved', () => present.waitFor())
  await page.unroute('**/attendance?*')
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await page.getByText('1 of 1 marked', { exact: true }).waitFor()
  await page.getByText(/1 mark waiting to sync since/).waitFor({ state: 'hidden' })
  const roster = await admin.get(`/api/sessions/${sessionId}/participants`)
  expect(roster.body).toMatchObject([{ attendance: 'present', attendanceNumber: 1 }])
})

test('a pickup by a restricted guardian is refused at its field, and an admin releases the child with a reason', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const mother = await organization.user('parent', { firstName: 'Maria', lastName: 'Ortiz' })
  const father = await organization.user('parent', { firstName: 'Ken', lastName: 'Ortiz' })
  const { id: studentId, links } = await buildStudent(platform, organization, { guardians: [mother.id, father.id] })
  const order = { kind: 'court-order', verifiedBy: 'Grace Hopper' }
  await admin.post(`/api/students/${studentId}/guardians/${links[1]}/restrictions`, order)
  const startDate = platform.clock.now().toISOString()
  const { id: sessionId } = await buildSession(platform, organization, { name: 'Robotics', startDate })
  await buildParticipant(platform, organization, { sessionId, studentId })
  const page = await visitor.open(platform.originOf(organization), `/sessions/${sessionId}?tab=attendance`, {
    as: admin.user?.email ?? '',
  })
  await page.getByRole('tab', { name: 'Attendance' }).click()
  const child = page.getByRole('group', { name: 'Ada King' })
  await child.getByRole('button', { name: 'Present' }).click()
  await page.getByText('1 of 1 marked', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Details of Ada King' }).click()
  const dialog = page.getByRole('dialog', { name: 'Details of Ada King' })
  const people = dialog.getByRole('group', { name: 'Picked up by' })
  await people.getByRole('button', { name: 'Maria Ortiz' }).waitFor()
  expect(await people.getByRole('button').allTextContents()).toEqual([
    expect.stringContaining('Maria Ortizparent'),
    'Another adult',
  ])
  await people.getByRole('button', { name: 'Another adult' }).click()
  await dialog.getByRole('textbox', { name: 'Name of the adult' }).fill('ken ortis')
  await dialog.getByRole('textbox', { name: 'Name of the adult' }).press('Tab')
  const refusal = dialog.getByRole('alert').getByText('Ken Ortiz may not pick up Ada. Do not release Ada.')
  await refusal.waitFor()
  // The focused field disappeared: the focus is on the refusal, not on the dialog's first button.
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Do not release Ada.')
  await expectAccessibleEverywhere(page, 'pickup-refused', () => refusal.waitFor())
  // No ID field for a person who may not pick up the child.
  expect(await dialog.getByLabel('ID seen').count()).toBe(0)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Write the reason in at least 20 characters').waitFor()

  await dialog.getByRole('textbox', { name: 'Reason to release anyway' }).fill('Order lifted, paper seen at the desk')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Released by an admin: Order lifted, paper seen at the desk').waitFor()

  await page.getByRole('button', { name: 'Details of Ada King' }).click()
  await people.getByRole('button', { name: /Maria Ortiz/ }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect
    .poll(async () => (await admin.get(`/api/sessions/${sessionId}/participants`)).body)
    .toMatchObject([{ collectedBy: 'Maria Ortiz' }])
  expectNoErrors(page, notSignedIn)
})

test('an instructor picks an authorized person by photo, and enters another adult with ID and reason', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const instructor = await organization.user('instructor')
  const { id: studentId } = await buildStudent(platform, organization)
  const rosa = { name: 'Rosa Lee', relationship: 'grandmother', phone: '+1 555 0100' }
  const { body: person } = await admin.post(`/api/students/${studentId}/collectors`, rosa)
  const old = { name: 'Ann Former', phone: '+1 555 0101', validUntil: '2020-06-30' }
  await admin.post(`/api/students/${studentId}/collectors`, old)
  const at = `/api/students/${studentId}/collectors/${person.id}/photo`
  const face = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#4f46e5' } })
    .jpeg()
    .toBuffer()
  expect((await admin.request('POST', at, fileForm(face))).status).toBe(200)
  const startDate = platform.clock.now().toISOString()
  const session = { name: 'Robotics', startDate, instructorId: instructor.id }
  const { id: sessionId } = await buildSession(platform, organization, session)
  await buildParticipant(platform, organization, { sessionId, studentId })
  const page = await visitor.open(platform.originOf(organization), `/sessions/${sessionId}?tab=attendance`, {
    as: instructor.email,
  })
  await page.getByRole('group', { name: 'Ada King' }).getByRole('button', { name: 'Present' }).click()
  await page.getByText('1 of 1 marked', { exact: true }).waitFor()
  const open = () => page.getByRole('button', { name: 'Details of Ada King' }).click()
  const dialog = page.getByRole('dialog', { name: 'Details of Ada King' })
  const people = dialog.getByRole('group', { name: 'Picked up by' })
  await open()
  await people.getByRole('button', { name: 'Rosa Lee' }).waitFor()
  expect(await people.getByRole('button', { name: 'Ann Former' }).count()).toBe(0)
  const photo = people.getByRole('button', { name: 'Rosa Lee' }).locator('img')
  await expect
    .poll(() => photo.evaluate((image) => (image as HTMLImageElement).naturalWidth), { timeout: 30_000 })
    .toBeGreaterThan(0)
  await expectAccessibleEverywhere(page, 'pickup-people', () => photo.waitFor())
  await people.getByRole('button', { name: 'Rosa Lee' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  const saved = async () => (await admin.get(`/api/sessions/${sessionId}/participants`)).body[0]
  await expect.poll(saved).toMatchObject({ collectedBy: 'Rosa Lee', note: '' })

  await open()
  await people.getByRole('button', { name: 'Another adult' }).click()
  await dialog.getByRole('textbox', { name: 'Name of the adult' }).fill('Ben Okafor')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Check an ID before you release the child').waitFor()
  await expectAccessibleEverywhere(page, 'pickup-other-adult', () => dialog.getByText('Kind of ID').first().waitFor())
  await dialog.getByText('ID seen').click()
  await dialog.getByRole('button', { name: 'Kind of ID' }).click()
  await page.getByRole('option', { name: 'Passport' }).click()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Her mother called from work')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect
    .poll(saved)
    .toMatchObject({ collectedBy: 'Ben Okafor', note: 'Passport seen: Her mother called from work' })
  expectNoErrors(page, notSignedIn)
})

test('an instructor reads that another one runs the session, and sees no actions that would be refused', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { id: instructorId } = await organization.user('instructor', { firstName: 'Grace', lastName: 'Hopper' })
  const start = platform.clock.now().getTime()
  const dates = { startDate: new Date(start).toISOString(), endDate: new Date(start + 3_600_000).toISOString() }
  const { body } = await admin.post('/api/sessions', { name: 'Robotics', instructorId, ...dates })
  const sessionId = (body as { id: string }).id
  await admin.put(`/api/sessions/${sessionId}`, { status: 'in-progress' })
  const page = await visitor.open(platform.originOf(organization), `/sessions/${sessionId}`, {
    as: (await organization.user('instructor')).email,
  })
  await page.getByText('Another instructor runs this session now').waitFor()
  await page.getByText('No participants in this session yet').waitFor()
  expect(await page.getByRole('button', { name: 'Register students' }).count()).toBe(0)
  await page.goto(`/sessions?edit=${sessionId}`)
  const dialog = page.getByRole('dialog', { name: 'Edit Session' })
  await dialog.getByText('Only they or an admin can change it').waitFor()
  expect(await dialog.getByRole('combobox', { name: /Instructor/ }).isDisabled()).toBe(true)
  await dialog.getByLabel('Location').fill('Lab')
  expect(await dialog.getByRole('button', { name: 'Save session' }).isDisabled()).toBe(true)
  await expectAccessibleEverywhere(page, 'session-of-another', () => dialog.waitFor())
})
