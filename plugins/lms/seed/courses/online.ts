import { newMatching, newRightAnswer, newMultiple, newSingle, newTrueFalse } from '../questions.ts'
import { bullets, heading, picture, steps, table, tip, warning } from '../writing.ts'
import type { DemoCourse } from '../course.ts'

export const online: DemoCourse = {
  title: 'Safe and Kind Online',
  description:
    'Passwords that hold, pictures that lie, messages that feel wrong, and friends who need a friend. Short lessons for anybody who has a screen.',
  category: 'technology-design',
  level: 'beginner',
  audience: 'students',
  status: 'published',
  isFeatured: false,
  cover: 'online',
  tags: ['online', 'safety', 'media'],
  objectives: [
    'Make and keep a strong password',
    'Check whether a picture or message is what it says',
    'Know what to do when something feels wrong',
    'Stand up for somebody online',
  ],
  prerequisites: [],
  chapters: [
    {
      title: 'Yours',
      description: 'Accounts, passwords, what you show.',
      lessons: [
        {
          kind: 'article',
          title: 'A key with four words',
          about: 'Long beats clever.',
          minutes: 5,
          isPreview: true,
          body: [
            picture(
              'four-words',
              'A key whose teeth are a cloud, a spoon, a tiger and a ladder.',
              'Four words that have nothing to do with each other.',
            ),
            'A computer can try millions of passwords, and it begins with the ones that people like: names, birthdays, 123456, a word with a ! at the end. What it can’t do is guess something **long**. Take four words at random, not a sentence you know. Roll dice for page numbers in a book, and take a word from each page.',
            bullets(
              'A different one for each account. If one is stolen, the others are still safe.',
              'Too many to remember? Ask an adult at home about a password manager, or write them in a notebook that stays at home.',
              'Switch on the second step, such as a code on a phone, where you can.',
              'Nobody needs your password. Not your best friend, not the game, not “support”. The adults who look after you are the exception.',
            ),
            tip('Don’t use the words in the picture: now everybody knows them.'),
          ],
        },
        {
          kind: 'article',
          title: 'What a picture tells',
          about: 'Look at the edge of the picture.',
          minutes: 6,
          body: [
            'A picture of your new bike also shows your house number, your school bag, and when nobody is at home. Before you post, look at the edges, not at the middle.',
            table(
              ['Show', 'Keep to yourself'],
              ['What you have made', 'Where you live and go to school'],
              ['A place after you have left it', 'A place where you are right now'],
              ['A friend who has said yes', 'Anybody who has not been asked'],
              ['Your opinion about a book', 'Your full name, birthday or phone number'],
            ),
            heading('Real or made?'),
            'Pictures, voices and films can be made by a computer, and often you can’t see it. So don’t ask “Does it look real?” Ask **who says so, how do they know, and who else says it?** If it makes you very angry or very happy in one second, wait for ten before you pass it on.',
          ],
        },
      ],
    },
    {
      title: 'Others',
      description: 'When something feels wrong, and when somebody needs you.',
      lessons: [
        {
          kind: 'article',
          title: 'When something feels wrong',
          about: 'Four steps. None of them is “deal with it alone”.',
          minutes: 7,
          body: [
            'Somebody you know only from a game wants to meet you. A message says that you have won a phone. A person asks for a picture, or to keep a secret. Your stomach says “hm”. Your stomach is good at this.',
            picture(
              'stop-tell',
              'Four signs: a hand, a camera with a lock, a barrier, two people talking.',
              'Stop. Keep. Block. Tell.',
            ),
            steps(
              '**Stop.** Don’t answer, don’t click, don’t pay, don’t send anything.',
              '**Keep it.** Take a screenshot of the messages, or leave the phone as it is. If a picture shows somebody without clothes, don’t copy it and don’t send it on: just show it to an adult.',
              '**Block and report** the person in the app.',
              '**Tell** an adult you trust. At home, at school, here. If the first one doesn’t understand, tell the next.',
            ),
            warning(
              'If somebody threatens to show a picture of you: it is not your fault, even if you sent it. Don’t pay and don’t send more. Tell an adult today. There are people who can get pictures taken down, and they have helped many others.',
            ),
            'Many countries have a number that children can call for free without giving a name, often day and night. In most of Europe it is 116 111, in the United Kingdom Childline on 0800 1111, in the United States and Canada you can call or text 988 when everything gets too much. Ask your instructor which one is yours, and put it in your phone.',
          ],
        },
        {
          kind: 'quiz',
          title: 'Hm, or fine?',
          about: 'Six messages.',
          minutes: 6,
          body: ['Practise as often as you want. There is nothing to be ashamed of: adults fall for these too.'],
          questions: [
            newSingle(
              '“Your account will be deleted in 1 hour! Confirm your password here.” What do you do?',
              [
                'Click quickly',
                newRightAnswer('Don’t click; open the app itself and look there'),
                'Reply and ask',
                'Send it to friends as a warning',
              ],
              'Hurry is the oldest trick. What is true will still be true in the app.',
            ),
            newMultiple(
              'Which passwords are strong?',
              [
                'Tiger2014!',
                newRightAnswer('cactus-lantern-bicycle-plum'),
                'qwertzuiop',
                newRightAnswer('velvet oyster copper hill'),
              ],
              'Names with a year and keys in a row are tried first. (And these two are no longer secret.)',
            ),
            newTrueFalse(
              'If I sent a picture of myself, I mustn’t tell anybody, or I’ll be in trouble.',
              false,
              'Tell an adult you trust. It is not your fault, and there is help. Whoever threatens you is the one who does wrong.',
            ),
            newMatching(
              'What do you look at?',
              [
                ['An amazing picture', 'Who else shows it, and where it was first'],
                ['A new friend who asks for your school', 'Why they want to know'],
                ['Your own photo before you post it', 'The edges'],
              ],
              'Three seconds are enough.',
            ),
            newSingle(
              'In the class chat everybody laughs at a picture of Tom. Tom is silent. What helps Tom most?',
              [
                'A laughing smiley, so that nobody turns on you',
                'Leaving the chat',
                newRightAnswer('Writing to Tom yourself, and telling an adult'),
                'Posting a worse picture of the one who began',
              ],
              'One friend makes a big difference. You needn’t fight with anybody.',
            ),
            newTrueFalse(
              'A person with 200 followers and a nice photo is who they say they are.',
              false,
              'Both can be bought or made. You know somebody when you know them in the real world.',
            ),
          ],
        },
        {
          kind: 'discussion',
          title: 'Our chat, our rules',
          about: 'Five rules for a group chat in which everybody is well.',
          minutes: 15,
          body: [
            'What should be true of a group chat so that you would like to be in it? Write one rule, and say what it would have changed in a chat you know (no names). Then answer somebody whose rule you would never have thought of.',
            'Your instructor collects the five that come up most, and your group decides whether to adopt them.',
          ],
          replies: 1,
        },
      ],
    },
  ],
}
