import { mount } from '#core/server/http/mount.ts'
import { bankContract } from '../bank-contract.ts'
import { copyQuestions, createQuestion, deleteQuestion, restoreQuestion, updateQuestion } from './authoring.ts'
import { createBank, deleteBank, getBank, listBanks, restoreBank, updateBank } from './banks.ts'
import { exportQuestions, importQuestions } from './importing.ts'
import { getQuestion, listQuestions, listTags } from './questions.ts'

export const questionsRoutes = mount(bankContract, {
  listQuestionBanks: (scope, { query }) => listBanks(scope, query),
  createQuestionBank: (scope, { body }) => createBank(scope, body),
  getQuestionBank: (scope, { params }) => getBank(scope, params.id),
  updateQuestionBank: (scope, { params, body }) => updateBank(scope, params.id, body),
  deleteQuestionBank: (scope, { params }) => deleteBank(scope, params.id),
  restoreQuestionBank: (scope, { params }) => restoreBank(scope, params.id),
  listQuestions: (scope, { params, query }) => listQuestions(scope, params.id, query),
  listQuestionTags: (scope, { params }) => listTags(scope, params.id),
  copyQuestions: (scope, { params, body: { questions, tags } }) =>
    copyQuestions(
      scope,
      params.id,
      questions.map((question) => ({ question, tags })),
    ),
  importQuestions: (scope, { params, body }) => importQuestions(scope, params.id, body),
  exportQuestions: (scope, { params, query }) => exportQuestions(scope, params.id, query.format),
  createQuestion: (scope, { body }) => createQuestion(scope, body),
  getQuestion: (scope, { params }) => getQuestion(scope, params.id),
  updateQuestion: (scope, { params, body }) => updateQuestion(scope, params.id, body),
  deleteQuestion: (scope, { params }) => deleteQuestion(scope, params.id),
  restoreQuestion: (scope, { params }) => restoreQuestion(scope, params.id),
})
