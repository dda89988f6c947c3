import { newSingle, newMultiple, newRightAnswer, newTrueFalse, newOrdering, newMatching } from '../questions.ts'
import { bullets, heading, picture, steps, table, tip, warning } from '../writing.ts'
import type { DemoCourse } from '../course.ts'

export const safeguarding: DemoCourse = {
  title: 'Safeguarding: Keeping Every Child Safe',
  description:
    'What every adult in a youth program needs to know before the first session: what harm can look like, what to do when a child tells you something, how to keep yourself and the children on safe ground, and whom to tell.',
  category: 'teamwork-communication',
  level: 'beginner',
  audience: 'instructors',
  status: 'published',
  isFeatured: true,
  cover: 'safeguarding',
  tags: ['safeguarding', 'required', 'all programs'],
  objectives: [
    'Name the four kinds of abuse and everyday signs of each',
    'Respond calmly when a child discloses, and know what not to ask',
    'Write a factual record and pass it on the same day',
    'Keep to practices that protect children and adults alike',
  ],
  prerequisites: [],
  chapters: [
    {
      title: 'Noticing',
      description: 'What harm can look like, and why your small observation counts.',
      lessons: [
        {
          kind: 'article',
          title: 'Why this is everybody’s job',
          about: 'One person rarely sees the whole picture. Your piece may be the one that was missing.',
          minutes: 8,
          isPreview: true,
          body: [
            'Most children in our programs are safe, and most of what you notice will have a harmless reason. You are not asked to find out which. You are asked to notice, and to tell the person whose task it is to look further.',
            picture(
              'safeguarding-pieces',
              'Four puzzle pieces held by a coach, a teacher, a neighbour and a friend; together they show a house.',
              'Everybody holds one piece.',
            ),
            'When reviews look back at children who were badly harmed, they find the same thing again and again: a teacher had noticed something, a coach had noticed something, a neighbour had noticed something. Each thought it too small to mention. Nobody put the pieces together.',
            heading('Three things you are responsible for'),
            steps(
              '**Notice.** Know the children well enough to see when one of them changes.',
              '**Pass it on.** Tell the safeguarding lead the same day. Tell them about worries, not only about certainties.',
              '**Work in the open.** Arrange your sessions so that nobody, child or adult, is in a place where harm could go unseen.',
            ),
            heading('What you are not responsible for'),
            'You don’t investigate, you don’t question the child, you don’t confront anybody, and you don’t decide whether it is true. Trying to do so can put the child in more danger and can spoil what the authorities later need.',
            tip(
              'Find out three things before your first session: the name of your safeguarding lead, how to reach them this afternoon, and whom to call when they can’t be reached. Put the numbers in your phone.',
            ),
            'Laws differ. In many countries and states, people who work with children are obliged by law to report a suspicion to the authorities themselves, and telling a manager does not settle that duty. Your safeguarding lead can say which law applies to you.',
          ],
        },
        {
          kind: 'presentation',
          title: 'Signs worth noticing',
          about: 'Ten slides: physical, emotional and sexual abuse, neglect, and harm between children.',
          minutes: 12,
          body: [
            'Go through the slides at your own pace. No sign proves anything by itself. What matters is a change, a pattern, or an explanation that does not fit.',
            'After the last slide, think of one child you work with. What is usual for them? You can only see a change if you know the answer.',
          ],
          file: 'signs-worth-noticing.pdf',
        },
        {
          kind: 'quiz',
          title: 'What did you notice?',
          about: 'Five situations from ordinary sessions.',
          minutes: 8,
          body: [
            'Try it as often as you like. Read the explanation even where you were right: the reason matters more than the answer.',
          ],
          questions: [
            newSingle(
              'Mia, 9, always sat at the front. For three weeks she has chosen the corner, keeps her coat on and flinches when somebody walks behind her. What do you do?',
              [
                'Wait until there is a visible injury',
                newRightAnswer('Tell the safeguarding lead today what you have seen'),
                'Ask her in front of the group what is wrong',
                'Ring her parents and ask whether something is going on at home',
              ],
              'A change that lasts is worth passing on. Ringing home might warn somebody who is harming her; the lead decides who is told and when.',
            ),
            newMultiple(
              'Which of these can be signs of neglect? Choose all that fit.',
              [
                newRightAnswer('Often hungry, or hiding food'),
                newRightAnswer('Regularly not collected, and nobody can be reached'),
                'Wearing a brother’s old jacket',
                newRightAnswer('A painful tooth that nobody has had looked at for weeks'),
              ],
              'Neglect is a need that goes unmet over time. Hand-me-downs are thrift: being poor is not neglect, though a family may welcome help.',
            ),
            newTrueFalse(
              'Children can be abused by other children.',
              true,
              'Yes: bullying, violence, sexual acts without consent, pressing for pictures. Both children need help, and neither is served by calling it a joke.',
            ),
            newTrueFalse(
              'Disabled children are less likely to be abused than others.',
              false,
              'They are more likely to be. Signs are put down to the disability, more adults give intimate care, and some children cannot easily tell.',
            ),
            newMatching(
              'Match what you see with the way to describe it in a record.',
              [
                ['He has been beaten', 'Two round blue marks, about 2 cm, on the left upper arm'],
                ['She was obviously scared', 'She moved her chair away and did not speak for ten minutes'],
                ['The mother was drunk', 'She spoke slowly, leaned on the door and smelled of alcohol'],
              ],
              'Write what could be seen, heard or smelled. Leave the conclusions to those who look further.',
            ),
          ],
        },
      ],
    },
    {
      title: 'Responding',
      description: 'When a child tells you something.',
      lessons: [
        {
          kind: 'article',
          title: 'When a child tells you',
          about: 'What to say, what never to promise, and what to do in the hour afterwards.',
          minutes: 10,
          body: [
            'Children rarely announce it. It comes while you are putting chairs away: “Can I stay here longer?” or “What happens if somebody’s dad hits them?” Stop what you are doing. You may be the first adult they have tried.',
            picture(
              'listening',
              'An adult sits at a child’s height and listens; the door behind them stands open.',
              'Same height, calm face, open door.',
            ),
            heading('In the moment'),
            table(
              ['Do', 'Don’t'],
              ['Listen. Let silences be. Look as calm as you can.', 'Look shocked, or hurry them to the point.'],
              [
                '“Thank you for telling me.” “I’m taking it seriously.” “It isn’t your fault.”',
                '“Are you sure?” “Why didn’t you say so before?”',
              ],
              [
                'Ask only what you need to know whether they are safe now: “Tell me what happened.”',
                'Ask leading questions: “Was it your uncle?” “Did he touch you?”',
              ],
              [
                '“I have to tell somebody whose job it is to help. I’ll tell you who.”',
                'Promise to keep it secret, or that all will be well.',
              ],
            ),
            heading('Straight afterwards'),
            steps(
              'If the child is in danger now, call the emergency number (112 in the European Union, 911 in North America, 999 in the United Kingdom, 000 in Australia) and stay with the child.',
              'Tell the safeguarding lead in person or by phone, today, before the child goes home.',
              'Write it down within the hour: the child’s own words, the time, the place, who was there. Sign and date it.',
              'Tell nobody else. Not the team chat, not the parents, unless the lead asks you to.',
              'Look after yourself. It is hard to hear. The lead is there for you as well.',
            ),
            warning(
              'Never examine a child, never undress a child to look at an injury, and never take photographs of it.',
            ),
            'If the worry is about a colleague, it goes to the safeguarding lead in just the same way. If it is about the lead, it goes to the head of the organization or its board, and you may always turn to the authorities directly.',
          ],
        },
        {
          kind: 'document',
          title: 'The record of a concern',
          about: 'The one-page form, with an example filled in.',
          minutes: 6,
          body: [
            'Print the form, or keep it on your device, and look at the example on the second page. Notice how little it concludes.',
            'The form holds some of the most private facts there are about a child. Hand it to the safeguarding lead, keep no copy, and never send it by ordinary email or chat.',
          ],
          file: 'record-of-a-concern.pdf',
        },
      ],
    },
    {
      title: 'Safe ground',
      description: 'Habits that protect children and the adults who work with them.',
      lessons: [
        {
          kind: 'article',
          title: 'Working in the open',
          about: 'A few habits that make harm hard to do and false suspicion unlikely.',
          minutes: 9,
          body: [
            heading('In the room'),
            bullets(
              'Two adults with a group, always. If the other one has to leave, move to where you can be seen.',
              'A talk with one child happens in sight of others: a corner of the room, a door that is open, a window in it.',
              'Touch is for the child’s need, not yours: a hand to steady, a plaster, a high five that the child may leave unanswered. Say what you are about to do and ask first.',
              'Nobody films or photographs children with a private phone. Whether a child may be shown at all stands in the consents of the family.',
            ),
            heading('Toilets, changing, transport'),
            'Adults and children use separate toilets. Help with changing is agreed with the family in writing, and done by two people. Nobody drives a child alone; if it can’t be avoided, the lead knows before the car moves, and the child sits in the back.',
            heading('Online'),
            'Write to children only through the organization’s own channels, where others can read along. No private messages, no friend requests, no games together at night. If a child writes to your private account, answer nothing of substance, tell the lead, and bring the talk back to where it belongs.',
            heading('Collection'),
            'A child goes home only with somebody who is named as allowed to collect. If a parent arrives who seems unfit to drive, or whom a court keeps away, don’t argue at the door: keep the child busy inside and call the lead. If anybody becomes threatening, call the police.',
            tip(
              'A rule is a kindness. “I’m not allowed to, and that goes for all of us” spares the child and you the discussion.',
            ),
          ],
        },
        {
          kind: 'assessment',
          title: 'Safeguarding check',
          about: 'Eight in ten points to pass. It counts, and it is renewed every year.',
          minutes: 15,
          body: [
            'You have twenty minutes and three attempts. You see the explanations when you have finished. If you don’t pass, that is no disgrace: talk it through with your safeguarding lead and try again.',
          ],
          passMark: 80,
          attempts: 3,
          timeLimit: 20,
          questions: [
            newSingle(
              'A boy of twelve says: “I’ll tell you something, but you mustn’t tell anyone.” What do you answer?',
              [
                '“I promise.”',
                newRightAnswer(
                  '“I can’t promise that. If somebody might be hurt, I have to tell a person who can help. I’m listening.”',
                ),
                '“Then better not tell me.”',
                '“Let’s get another instructor to hear it too.”',
              ],
              'A promise that you have to break costs the trust that he needs now. Most children go on talking when they know where they stand.',
            ),
            newOrdering(
              'A child has told you about being hit, and is not in danger at this moment. Put the next steps in order.',
              [
                'Thank the child and say what you will do',
                'Tell the safeguarding lead in person or by phone',
                'Write down the child’s own words with time and place',
                'Hand the record to the lead and talk to nobody else',
              ],
              'The lead comes before the form, so that help can begin. The form comes the same hour, while the words are fresh.',
            ),
            newMultiple(
              'Which questions may you ask a child who has begun to tell you?',
              [
                newRightAnswer('“Tell me what happened.”'),
                'Did your stepfather do it?',
                newRightAnswer('“Are you safe to go home today?”'),
                'Why did you let him?',
              ],
              'Open questions, and only as many as you need to know whether the child is safe now. A leading question puts words into a child’s mouth.',
            ),
            newSingle(
              'Your colleague Jon gives one girl lifts home and sends her jokes at night. You like Jon. What do you do?',
              [
                'Speak to Jon first, since it’s probably harmless',
                'Watch for another month',
                newRightAnswer('Tell the safeguarding lead today'),
                'Ask the girl whether she minds',
              ],
              'It may be harmless, and the lead can tell Jon so. If it is not, a word to him first gives him time to hide it and to press her.',
            ),
            newTrueFalse(
              'Telling your manager always fulfils your duty under the law.',
              false,
              'It depends on where you work. Many places oblige the person who has the suspicion to report it to the authorities. Ask your lead which rule applies to you.',
            ),
            newSingle(
              'Ten minutes after the end, an uncle who is not on the list comes to collect Ada. She knows him and runs to him. What do you do?',
              [
                'Let her go, since she obviously knows him',
                newRightAnswer('Keep Ada with you, and ring her guardians on the numbers you have'),
                'Ask Ada whether it is fine',
                'Ask him to sign a note',
              ],
              'Only the guardians can change who may collect. Be friendly: “I’m sure it’s fine. I just have to ring first.”',
            ),
          ],
        },
        {
          kind: 'discussion',
          title: 'One thing I will change',
          about: 'Share one habit that you will take up or give up.',
          minutes: 5,
          isRequired: false,
          body: [
            'Think of your usual session, from unlocking the room to the last child being collected. Where could nobody see you? Write down one thing that you will arrange differently from next week, and answer one colleague.',
            'Keep children out of it: no names, no cases, nothing by which a child could be known.',
          ],
          replies: 1,
        },
      ],
    },
  ],
}
