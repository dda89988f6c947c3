import { expect } from 'vitest'
import { expectAccessibleEverywhere, expectNoErrors } from '#core/testing/browser.ts'
import { browserTest, type BrowserPlatform } from '#core/testing/browser-harness.ts'
import { PASSWORD } from '#core/testing/harness.ts'
import { TEST_LANGUAGES } from '#core/testing/languages.ts'

const test = browserTest([], { env: { PLATFORM_LANGUAGES: TEST_LANGUAGES.join() } })

/** Makes an organization that offers all languages of the tests. */
async function buildOrganization(platform: BrowserPlatform, defaultLanguage = 'en') {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  await admin.put('/api/tenant/languages', { languages: [...TEST_LANGUAGES], defaultLanguage })
  return organization
}

test('a parent whose browser asks for Spanish signs in in Spanish, and chooses English on the profile', async ({
  platform,
  browser,
}) => {
  const organization = await buildOrganization(platform)
  const { email } = await organization.user('parent')
  const page = await browser.newPage({ baseURL: platform.originOf(organization), locale: 'es-MX' })
  await page.goto('/')
  await page.getByRole('heading', { name: 'Le damos la bienvenida' }).waitFor()
  expect(await page.locator('html').getAttribute('lang')).toBe('es')
  await expectAccessibleEverywhere(page, 'sign-in in Spanish', () =>
    page.getByRole('heading', { name: 'Le damos la bienvenida' }).waitFor(),
  )
  await page.getByLabel('Correo electrónico').fill('no-address')
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await page.getByText('Escriba un correo electrónico válido').waitFor()
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill('wrong-horse-9')
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await page.getByRole('alert').getByText('El correo electrónico o la contraseña no son correctos').waitFor()
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await page.getByText('Inició sesión.').waitFor()
  await page.goto('/profile')
  await page.getByRole('heading', { name: 'Su perfil' }).waitFor()
  await expectAccessibleEverywhere(page, 'profile in Spanish', () =>
    page.getByRole('heading', { name: 'Su perfil' }).waitFor(),
  )
  await page.getByRole('button', { name: /Idioma/ }).click()
  await page.getByRole('option', { name: 'English' }).first().click()
  await page.getByRole('heading', { name: 'Your profile' }).waitFor()
  expect(await page.locator('html').getAttribute('lang')).toBe('en')
  expectNoErrors(page, { except: [/401/] })
})

test('a guest chooses Arabic on the sign-in page, which then reads from right to left', async ({
  platform,
  browser,
}) => {
  const organization = await buildOrganization(platform)
  const { email } = await organization.user('parent')
  const page = await browser.newPage({ baseURL: platform.originOf(organization) })
  await page.goto('/')
  await page.getByRole('button', { name: 'العربية' }).click()
  await page.getByRole('heading', { name: 'مرحبًا بعودتك' }).waitFor()
  expect(await page.locator('html').getAttribute('dir')).toBe('rtl')
  await expectAccessibleEverywhere(page, 'sign-in in Arabic', () =>
    page.getByRole('heading', { name: 'مرحبًا بعودتك' }).waitFor(),
  )
  await page.getByLabel('البريد الإلكتروني').fill(email)
  await page.getByLabel('كلمة المرور', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'تسجيل الدخول' }).click()
  await page.getByText('تم تسجيل دخولك بنجاح.').waitFor()
  await expectAccessibleEverywhere(page, 'home in Arabic', () =>
    page.getByRole('heading', { name: /مرحبًا بعودتك/ }).waitFor(),
  )
  await page.goto('/profile')
  await page.getByRole('heading', { name: 'ملفك الشخصي' }).waitFor()
  expectNoErrors(page, { except: [/401/] })
})

test('a user who reads another language than the sign-in page is shown the app in it', async ({
  platform,
  browser,
}) => {
  const organization = await buildOrganization(platform)
  const parent = await organization.signIn('parent')
  await parent.put('/api/user', { language: 'es' })
  const page = await browser.newPage({ baseURL: platform.originOf(organization) })
  await page.goto('/')
  await page.getByLabel('Email').fill(parent.user?.email ?? '')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByRole('heading', { name: /Qué gusto verle de nuevo/ }).waitFor()
  expectNoErrors(page, { except: [/401/] })
})

/** Names, codes and dates; and words of parts that are not extracted yet. */
const isSame = (text: string) =>
  /^(Ada|English|español|العربية|PNG|CSV|API tokens|For programs|Chrome on|Unknown device|[A-Z][a-z]+day, )/.test(text)

test('no text of the pages before a sign-in and of the profile is left in English', async ({ platform, browser }) => {
  const organization = await buildOrganization(platform, 'en-XA')
  const parent = await organization.signIn('parent')
  await parent.put('/api/user', { language: 'en-XA' })
  const page = await browser.newPage({ baseURL: platform.originOf(organization), locale: 'fr' })
  const { email = '', firstName = '', lastName = '' } = parent.user ?? {}
  const names = [organization.name, email ?? '', firstName, lastName]
  const left: string[] = []
  const read = async (path: string) => {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    const texts = await page.evaluate(() => {
      const walker = document.createTreeWalker(document.querySelector('#root') ?? document.body, NodeFilter.SHOW_TEXT)
      const found: string[] = []
      while (walker.nextNode()) {
        const parent = walker.currentNode.parentElement
        if (!parent?.closest('aside, bdi, [lang]:not(html), time')) found.push(walker.currentNode.textContent ?? '')
      }
      for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]'))
        for (const name of ['aria-label', 'title', 'placeholder']) found.push(element.getAttribute(name) ?? '')
      return found
    })
    for (const text of texts) {
      const isName = names.some((name) => name !== '' && text.includes(name))
      if (/[a-z]{3}/i.test(text) && !text.includes('·') && !isSame(text.trim()) && !isName)
        left.push(`${path}: ${text}`)
    }
  }
  for (const path of ['/auth', '/forgot-password', '/reset-password?token=x', '/invitation']) await read(path)
  await page.goto('/auth')
  await page.getByLabel(/^Emáíl/).fill(parent.user?.email ?? '')
  await page
    .getByLabel(/^Páššwórd/)
    .first()
    .fill(PASSWORD)
  await page
    .getByRole('button', { name: /^Sígñ|^Šígñ/ })
    .first()
    .click()
  await page.getByRole('navigation').first().waitFor()
  await read('/profile')
  expect(left).toEqual([])
})
