import { mount } from '#core/server/http/mount.ts'
import { attemptsContract } from '../contract.ts'
import { checkAnswer, finishAttempt, saveAnswer, turnTo } from './answering.ts'
import { beginAttempt } from './beginning.ts'
import { putAnswerPicture } from './putting.ts'
import { attemptsOverview, readAttempt } from './reading.ts'

export const attemptsRoutes = mount(attemptsContract, {
  attemptsOverview: (scope, { params }) => attemptsOverview(scope, params.lessonId),
  beginAttempt: (scope, { params }) => beginAttempt(scope, params.lessonId),
  readAttempt: (scope, { params }) => readAttempt(scope, params.attemptId),
  saveAnswer: (scope, { params, body }) => saveAnswer(scope, params.attemptId, params.item, body),
  checkAnswer: (scope, { params }) => checkAnswer(scope, params.attemptId, params.item),
  putAnswerPicture: (unscoped, { params, upload }) => putAnswerPicture(unscoped, params.attemptId, upload),
  turnTo: (scope, { params, body }) => turnTo(scope, params.attemptId, body.item),
  finishAttempt: (scope, { params }) => finishAttempt(scope, params.attemptId),
})
