import { settingsContractWith, type SettingsShape } from '#core/contract/settings.ts'
import { mount } from '../http/mount.ts'
import { systemOverview } from './overview.ts'
import { readSettings, updateSettings } from './settings.ts'

export const mountSettings = (ofPlugins: SettingsShape) =>
  mount(settingsContractWith(ofPlugins), {
    getSettings: readSettings,
    updateSettings,
    systemOverview,
  })
