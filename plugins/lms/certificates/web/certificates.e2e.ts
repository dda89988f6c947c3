import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessibleEverywhere, expectNoErrors } from '#core/testing/browser.ts'
import { lms } from '../../plugin.ts'
import { createCertified } from '../../testing/completing.ts'

const test = browserTest([lms])

test('a learner has a certificate that the public verifies and an admin revokes, and the admin edits the template', async ({
  platform,
  visitor,
}) => {
  const { organization, learner, admin, course, certificate } = await createCertified(platform, {
    certificateMonths: 1,
  })
  const origin = platform.originOf(organization)
  const wide = { width: 1440, height: 900 }
  const page = await visitor.open(origin, `/courses/${course.id}`, { as: learner.user?.email ?? '' })
  await page.getByText('Course Completed!').waitFor()
  const download = page.getByRole('link', { name: 'Download Certificate' })
  expect(await download.getAttribute('href')).toBe(`/api/tenant/certificates/${certificate.id}/pdf`)
  await page.getByRole('button', { name: 'Take the course again' }).waitFor()
  await expectAccessibleEverywhere(page, 'certificate-earned', () => download.waitFor())
  expectNoErrors(page, { except: [/401/] })

  const verifier = await visitor.open(origin, `/verify/${certificate.number}`)
  const valid = () => verifier.getByRole('heading', { name: 'Valid certificate' }).waitFor()
  await valid()
  await expectAccessibleEverywhere(verifier, 'certificate-verified', valid)
  // Without scripts: a form uploads the file, and the resulting page shows its content.
  const badge = await page.evaluate(
    async (path) => (await fetch(path)).text(),
    `/api/tenant/certificates/${certificate.id}/credential`,
  )
  await verifier
    .getByLabel('The certificate’s PDF, or the badge file')
    .setInputFiles({ name: 'badge.jwt', mimeType: 'application/jwt', buffer: Buffer.from(badge) })
  await verifier.getByRole('button', { name: 'Check the file' }).click()
  const signed = verifier.getByText('signed here for this certificate')
  await signed.waitFor()
  await expectAccessibleEverywhere(verifier, 'certificate-file-checked', () => valid())

  const office = await visitor.openHome(origin, admin.user?.email ?? '')
  await office.setViewportSize(wide)
  await office.goto(`${origin}/training/certificates/template`)
  await office.getByLabel('Heading').fill('Diploma')
  await office.getByText('Diploma').waitFor()
  await expectAccessibleEverywhere(office, 'certificate-template', () => office.getByLabel('Heading').waitFor())
  await office.setViewportSize(wide)
  await office.goto(`${origin}/training/certificates`)
  await office.getByText(certificate.number).waitFor()
  await expectAccessibleEverywhere(office, 'certificates', () => office.getByText(certificate.number).waitFor())
  await office.setViewportSize(wide)
  await office.getByRole('button', { name: /Ada King/ }).click()
  await office.getByRole('menuitem', { name: 'Revoke' }).click()
  await expectAccessibleEverywhere(office, 'certificate-revoke', () =>
    office.getByRole('button', { name: 'Revoke certificate' }).waitFor(),
  )
  await office.getByRole('button', { name: 'Revoke certificate' }).click()
  await office.getByText('Certificate Revoked').waitFor()
  expectNoErrors(office, { except: [/401/] })
  await verifier.reload()
  await verifier.getByRole('heading', { name: 'Revoked certificate' }).waitFor()
  await expectAccessibleEverywhere(verifier, 'certificate-revoked', () =>
    verifier.getByRole('heading', { name: 'Revoked certificate' }).waitFor(),
  )
})
