import { mount } from '#core/server/http/mount.ts'
import { consentsContract } from '../contract.ts'
import { studentConsentsContract } from '../student-contract.ts'
import { answerConsent, listAskedConsents, recordPaperAnswer } from './answer-consents.ts'
import { exportConsentAnswers, listConsentAnswers } from './answers.ts'
import { listConsentAudience, getConsent, listConsents } from './consents.ts'
import { createConsent, publishConsentVersion, updateConsent, withdrawConsent } from './publish-consents.ts'
import { sendConsentReminders } from './requests.ts'
import { listConsentGuardians, listStudentConsents, openStudentConsents } from './student-consents.ts'

export const consentsRoutes = mount(consentsContract, {
  listConsents,
  consentAudience: listConsentAudience,
  createConsent,
  getConsent,
  updateConsent,
  publishConsentVersion,
  withdrawConsent,
  listConsentAnswers,
  exportConsentAnswers,
  remindOfConsent: sendConsentReminders,
})

export const studentConsentsRoutes = mount(studentConsentsContract, {
  listStudentConsents,
  openStudentConsents,
  consentGuardians: listConsentGuardians,
  recordPaperAnswer,
  listAskedConsents,
  answerConsent,
})
