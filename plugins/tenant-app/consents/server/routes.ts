import { mount } from '#core/server/http/mount.ts'
import { consentsContract } from '../contract.ts'
import { studentConsentsContract } from '../student-contract.ts'
import { answerConsent, listAskedConsents, recordPaperAnswer } from './answering.ts'
import { exportConsentAnswers, listConsentAnswers } from './answers.ts'
import { consentAudience, getConsent, listConsents } from './consents.ts'
import { createConsent, publishConsentVersion, updateConsent, withdrawConsent } from './publishing.ts'
import { remindOfConsent } from './requests.ts'
import { consentGuardians, listStudentConsents, openStudentConsents } from './student-consents.ts'

export const consentsRoutes = mount(consentsContract, {
  listConsents: (scope, { query }) => listConsents(scope, query),
  consentAudience: (scope, { query }) => consentAudience(scope, query),
  createConsent: (scope, { body }) => createConsent(scope, body),
  getConsent: (scope, { params }) => getConsent(scope, params.id),
  updateConsent: (scope, { params, body }) => updateConsent(scope, params.id, body),
  publishConsentVersion: (scope, { params, body }) => publishConsentVersion(scope, params.id, body),
  withdrawConsent: (scope, { params }) => withdrawConsent(scope, params.id),
  listConsentAnswers: (scope, { params, query }) => listConsentAnswers(scope, params.id, query),
  exportConsentAnswers: (scope, { params, query }) => exportConsentAnswers(scope, params.id, query),
  remindOfConsent: (scope, { params }) => remindOfConsent(scope, params.id),
})

export const studentConsentsRoutes = mount(studentConsentsContract, {
  listStudentConsents: (scope, { params }) => listStudentConsents(scope, params.id),
  openStudentConsents: (scope, { params, body }) => openStudentConsents(scope, params.id, body),
  consentGuardians: (scope, { params }) => consentGuardians(scope, params.id),
  recordPaperAnswer: (scope, { params, body }) => recordPaperAnswer(scope, params.id, params.consentId, body),
  listAskedConsents: (scope, { params }) => listAskedConsents(scope, params.id),
  answerConsent: (scope, { params, body }) => answerConsent(scope, params.id, params.consentId, body),
})
