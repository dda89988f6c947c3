import { expect } from 'vitest'
import type { Env } from '#config/env.ts'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessible } from '#core/testing/browser.ts'
import { line, link, renderBody } from './body.ts'
import { readableAccent, type Brand } from './brand.ts'
import { footerOf } from './footer.ts'
import { composeHtml } from './html.ts'

const test = browserTest([])

const env = { publicUrl: 'https://trellis.example', platformDomain: 'trellis.example', port: 443 } as Env
const brand: Brand = {
  name: 'North Star Robotics',
  platformName: 'Trellis',
  subdomain: 'north',
  logo: null,
  ...readableAccent('#0f766e'),
  replyTo: 'office@north.example',
  postalAddress: '12 High St\nSpringfield, IL',
}

function invitation(): string {
  const { text, linkLines } = renderBody([
    line`Hello Ada,`,
    line`Grace Hopper invites you to North Star Robotics on Trellis (Parent).`,
    link(env, 'north', '/invitation', 'x'.repeat(43)),
    [line`  Coming up`, line`    Wed, Nov 25, 3:30 PM: Robotics, Room 4`],
  ])
  const lines = text.split('\n').map((one, index) => ({ text: one, isLink: linkLines.includes(index) }))
  const footer = footerOf(env, brand, 'essential', null).map((paragraph) =>
    paragraph.map((one) => ({ text: one.text, isLink: one.isLink ?? false })),
  )
  return composeHtml(env, brand, { subject: 'You are invited', lines, footer }) ?? ''
}

test('an email is readable at every width, in light and dark mode', async ({ platform, visitor }) => {
  const page = await visitor.open(platform.originOf(await platform.organization()), '/auth')
  // Roughly as an email program shows it: without the content security policy of the app.
  await page.goto('about:blank')
  const backgrounds = new Set<string>()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [320, 640, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await page.setContent(invitation())
      const button = page.getByRole('link', { name: 'Open your account' })
      await button.waitFor()
      const { scrollWidth, background, sheet } = await page.evaluate(() => ({
        scrollWidth: document.documentElement.scrollWidth,
        background: getComputedStyle(document.querySelector('.sheet') as Element).backgroundColor,
        sheet: (document.querySelector('.sheet') as Element).getBoundingClientRect().width,
      }))
      expect(scrollWidth, `${colorScheme} at ${width}`).toBe(width)
      expect(sheet).toBe(Math.min(width, 600))
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(40)
      backgrounds.add(background)
      await expectAccessible(page)
    }
  }
  expect(backgrounds.size).toBe(2)
})
