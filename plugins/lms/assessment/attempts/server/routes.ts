import { mount } from '#core/server/http/mount.ts'
import { attemptsContract } from '../contract.ts'
import { checkAnswer, finishAttempt, saveAnswer, turnTo } from './save-answer.ts'
import { beginAttempt } from './begin-attempt.ts'
import { putAnswerPicture } from './put-answer-picture.ts'
import { getAttemptsOverview, readAttempt } from './read-attempt.ts'

export const attemptsRoutes = mount(attemptsContract, {
  attemptsOverview: getAttemptsOverview,
  beginAttempt,
  readAttempt,
  saveAnswer,
  checkAnswer,
  putAnswerPicture,
  turnTo: (scope, attemptId, body) => turnTo(scope, attemptId, body.item),
  finishAttempt,
})
