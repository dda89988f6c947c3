import { mount } from '#core/server/http/mount.ts'
import { digestContract } from '../contract.ts'
import { chooseDigest, endDigest, getDigestChoice } from './choice.ts'

export const digestRoutes = mount(digestContract, {
  digestChoice: getDigestChoice,
  chooseDigest: (scope, body) => chooseDigest(scope, body.isOn),
  endDigest: (scope, query) => endDigest(scope, query.token),
  endEarlierDigest: (scope, query) => endDigest(scope, query.token),
})
