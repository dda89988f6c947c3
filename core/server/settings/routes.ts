import { settingsContract } from '#core/contract/settings.ts'
import { mount } from '../http/mount.ts'
import { systemOverview } from './overview.ts'
import { readSettings, updateSettings } from './settings.ts'

export const mountedSettings = mount(settingsContract, {
  getSettings: (scope) => readSettings(scope),
  updateSettings: (scope, { body }) => updateSettings(scope, body),
  systemOverview: (scope) => systemOverview(scope),
  courseCategories: async ({ core }) => (await core.settings.current()).courseCategories,
})
