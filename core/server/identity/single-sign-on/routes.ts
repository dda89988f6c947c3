import { ssoContract } from '#core/contract/single-sign-on.ts'
import { mount } from '../../http/mount.ts'
import { chooseSsoOrganization, getSsoChoice } from './choice.ts'
import { listSsoIdentities, unlinkSsoIdentity } from './identities.ts'
import { createSsoProvider, deleteSsoProvider, listSsoProviders, setSsoOnlyWay, updateSsoProvider } from './settings.ts'

export const mountedSso = mount(ssoContract, {
  listSsoProviders,
  createSsoProvider,
  updateSsoProvider,
  deleteSsoProvider,
  setSsoOnlyWay,
  getSsoChoice,
  chooseSsoOrganization,
  listSsoIdentities,
  unlinkSsoIdentity,
})
