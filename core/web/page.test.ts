import { expect, test } from 'vitest'
import { roles } from '#core/contract/roles.ts'
import { admitted } from '#core/testing/roles.ts'
import { mayEnter } from './page.ts'

test.for(admitted)('a page for $named is entered by whom its calls are open to', ({ named, ...may }) => {
  for (const app of ['platform', 'tenant'] as const) {
    const page = { title: 'Page', apps: [app], roles: named }
    expect(roles.filter((role) => mayEnter(page, app, role))).toEqual(may[app])
  }
})
