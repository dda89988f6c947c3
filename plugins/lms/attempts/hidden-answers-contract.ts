/** Code of the refusal to those who take a quiz themselves and have not finished their own attempt. */
export const ANSWERS_HIDDEN = 'assessment.answers-hidden'
