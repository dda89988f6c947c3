import { mount } from '#core/server/http/mount.ts'
import { lettersContract } from '../contract.ts'
import { approveJoinRequest, declineJoinRequest, listJoinRequests } from './join-requests.ts'
import { getLetter, previewLetters, revokeLetter } from './letters.ts'
import { printLetters } from './print-letters.ts'
import { confirmJoinRequest, requestToJoin } from './request-to-join.ts'

export const lettersRoutes = mount(lettersContract, {
  previewLetters,
  printLetters: (scope, { studentIds }) => printLetters(scope, studentIds),
  getLetter,
  revokeLetter,
  listJoinRequests,
  approveJoinRequest,
  declineJoinRequest,
  requestToJoin,
  confirmJoinRequest: (scope, { token }) => confirmJoinRequest(scope, token),
})
