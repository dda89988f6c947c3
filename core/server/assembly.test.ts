import { expect, test } from 'vitest'
import { assemble, AssemblyError, resolveDependencies } from './assembly.ts'
import { definePlugin, optional, type AnyPlugin } from './plugin.ts'

const billing = definePlugin({ id: 'billing', setup: () => ({ services: { price: () => 5 } }) })
const audit = definePlugin({ id: 'audit', setup: () => ({}) })
const tenants = definePlugin({
  id: 'tenants',
  dependsOn: { billing: optional(billing) },
  setup: (_core, deps) => ({ services: { paid: deps.billing !== undefined } }),
})
const automation = definePlugin({ id: 'automation', dependsOn: { billing }, setup: () => ({}) })
const ids = (plugins: AnyPlugin[]) => plugins.map(({ id }) => id)

test('plugins come after those that they depend on, else in the order of the list', () => {
  expect(ids(assemble([automation, tenants, audit, billing]))).toEqual(['billing', 'automation', 'tenants', 'audit'])
})

test('a plugin that is switched off is left out, even as an optional dependency', () => {
  expect(ids(assemble([billing, tenants, audit], ['billing']))).toEqual(['tenants', 'audit'])
  expect(resolveDependencies(tenants, new Map())).toEqual({ billing: undefined })
})

test('a plugin that another one needs cannot be switched off, and the message names that one', () => {
  const boot = () => assemble([billing, automation], ['billing'])
  expect(boot).toThrow(AssemblyError)
  expect(boot).toThrow('The plugin "automation" needs "billing", which is switched off')
})

test('a dependency that is not listed is named', () => {
  expect(() => assemble([automation])).toThrow('"billing", which is not listed in config/plugins.ts')
})

test('a mistyped plugin in PLATFORM_PLUGINS_OFF is named with the existing plugins', () => {
  expect(() => assemble([billing, audit], ['bilingual'])).toThrow('names "bilingual"; there are billing, audit')
})

test('duplicate plugin names and dependency cycles stop the boot', () => {
  expect(() => assemble([audit, { ...audit }])).toThrow('Two plugins are called "audit"')
  const first: AnyPlugin = { id: 'first', dependsOn: {}, setup: () => ({}) }
  const second: AnyPlugin = { id: 'second', dependsOn: { first }, setup: () => ({}) }
  first.dependsOn = { second }
  expect(() => assemble([first, second])).toThrow('in a circle: first → second → first')
})
