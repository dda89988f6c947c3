import { mount } from '#core/server/http/mount.ts'
import { bankContract } from '../bank-contract.ts'
import { copyQuestions, createQuestion, deleteQuestion, restoreQuestion, updateQuestion } from './edit-question.ts'
import { createBank, deleteBank, getBank, listBanks, restoreBank, updateBank } from './banks.ts'
import { exportQuestions, importQuestions } from './importing.ts'
import { uploadQuestionPicture } from './question-pictures.ts'
import { getQuestion, listQuestions, listTags } from './questions.ts'

export const questionsRoutes = mount(bankContract, {
  listQuestionBanks: listBanks,
  createQuestionBank: createBank,
  getQuestionBank: getBank,
  updateQuestionBank: updateBank,
  deleteQuestionBank: deleteBank,
  restoreQuestionBank: restoreBank,
  listQuestions,
  listQuestionTags: listTags,
  copyQuestions: (scope, id, { questions, tags }) =>
    copyQuestions(
      scope,
      id,
      questions.map((question) => ({ question, tags })),
    ),
  importQuestions: (unscoped, id, { preview }, upload) =>
    importQuestions(unscoped, id, { isPreview: preview === 'true' }, upload),
  exportQuestions: (scope, id, query) => exportQuestions(scope, id, query.format),
  uploadQuestionPicture,
  createQuestion,
  getQuestion,
  updateQuestion,
  deleteQuestion,
  restoreQuestion,
})
