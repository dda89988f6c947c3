import { expectAccessibleEverywhere, expectNoErrors } from '#core/testing/browser.ts'
import { browserTest } from '#core/testing/browser-harness.ts'
import { tenantApp } from '../../../plugin.ts'

const test = browserTest([tenantApp])
/** Errors before sign-in: the request for the signed-in user answers 401. */
const anonymous = [/401/]

test('an admin creates a student’s account, the student signs in by name; a child’s account waits for a consent', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const origin = platform.originOf(organization)
  const admin = await organization.signIn('tenant_admin')
  const add = async (dateOfBirth: string) =>
    (await admin.post('/api/students', { firstName: 'Lin', lastName: 'Chen', dateOfBirth })).body.id as string
  const [grown, child] = [await add('2001-05-06'), await add(`${new Date().getUTCFullYear() - 8}-05-06`)]
  const page = await visitor.openHome(origin, admin.user?.email ?? '')
  await expectAccessibleEverywhere(page, 'student-account/consent', async () => {
    await page.goto(`/students/${child}?tab=account`)
    await page.getByText('A guardian’s consent is missing').waitFor()
  })
  const dialog = page.getByRole('dialog')
  await expectAccessibleEverywhere(page, 'student-account/new', async () => {
    await page.goto(`/students/${grown}?tab=account`)
    await page.getByRole('button', { name: 'Give an account' }).click()
    await dialog.getByRole('radio', { name: /Temporary password/ }).focus()
    await page.keyboard.press('Space')
    await dialog.getByLabel('Username').waitFor()
  })
  await dialog.getByLabel('Username').fill('lin')
  await dialog.getByRole('button', { name: 'Create account' }).click()
  const password = (await page.getByLabel('Temporary password').locator('dd').last().textContent()) ?? ''
  await page.getByText(`lin@${organization.subdomain}`).first().waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  await expectAccessibleEverywhere(page, 'student-account/active', () =>
    page.getByRole('button', { name: 'Reset password' }).waitFor(),
  )

  const student = await visitor.open(origin, '/auth')
  await student.getByLabel('Email').fill(`lin@${organization.subdomain}`)
  await student.getByLabel('Password', { exact: true }).fill(password)
  await student.getByRole('button', { name: 'Sign In' }).click()
  await student.getByRole('heading', { name: 'Choose a new password' }).waitFor()
  expectNoErrors(student, { except: anonymous })
  expectNoErrors(page, { except: anonymous })
})
