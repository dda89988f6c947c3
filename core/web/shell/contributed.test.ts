import { describe, expect, it } from 'vitest'
import type { User } from '#core/contract/identity.ts'
import type { PlatformInfo } from '#core/contract/tenancy.ts'
import type { PageInfo } from '../page.ts'
import { defineSlot, defineWebPlugin, part } from '../plugin.ts'
import { isFilled } from './contributed.ts'

const tabs = defineSlot('tabs')
const component = part(() => Promise.resolve({ Tab: () => null }), 'Tab')
const plugins = [
  defineWebPlugin({
    id: 'shop',
    contributions: [tabs({ id: 'bills', order: 10, roles: ['tenant_admin'], component })],
  }),
]
const page: PageInfo = { title: 'Settings', apps: ['tenant'], madeOf: tabs.key }

/** Describes the screen of a user of this role while these plugins are on. */
const shown = (role: User['role'], on: string[]) => ({
  plugins,
  platform: { app: 'tenant', plugins: on } as PlatformInfo,
  user: { role } as User,
})

describe('a page that a slot fills', () => {
  it('is there for those to whom a plugin that is on shows a part of it', () => {
    expect(isFilled(page, shown('tenant_admin', ['shop']))).toBe(true)
    expect(isFilled(page, shown('instructor', ['shop']))).toBe(false)
    expect(isFilled(page, shown('tenant_admin', []))).toBe(false)
  })

  it('leaves pages that no slot fills alone', () => {
    expect(isFilled({ title: 'Home', apps: ['tenant'] }, shown('student', []))).toBe(true)
  })
})
