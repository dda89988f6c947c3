/** Texts of one of the demo's discussions. */
export interface PostTexts {
  lesson: string
  /** First posts, by staff. */
  openings: readonly [string, string]
  threads: readonly string[]
  replies: readonly string[]
}

const praise = [
  'I would never have thought of that. I will try it.',
  'That is close to what we do, and yours is simpler.',
  'What happens when someone is late, or ill? Does it still work?',
  'Yes. It took us three weeks until it felt natural.',
]

export const postTexts: readonly PostTexts[] = [
  {
    lesson: 'Change my mind',
    openings: [
      'I am sure that a debate is won by whoever listens best. Prove me wrong.',
      'Winter is the best season: no one asks you to go outside. Your turn.',
    ],
    threads: [
      'Pineapple belongs on pizza, because sweet and salty go together everywhere else too.',
      'School should begin at nine, because no one thinks before that.',
      'Books are better than films, because everyone makes their own pictures.',
      'Every team should have an even number of people, so that no one is left over.',
      'Board games are better than video games, because you see who you play with.',
      'Spring is the best season, because everything is still to come.',
      'We should learn to cook at school, because everyone eats.',
    ],
    replies: [
      'They say it always works. But I tried it twice, and once it did not. Therefore it depends.',
      'They say everyone. But some people like it the other way, because they are used to it. Therefore both should be allowed.',
      'They say it is better. But better for what? Because I want to relax, therefore not for me.',
      'I was against it, and your reason is a good one. You have changed my mind by half.',
    ],
  },
  {
    lesson: 'My best ten minutes',
    openings: [
      'For me it was the last ten: everyone showed one thing that did not work, and we clapped each time.',
      'A quiet start with a puzzle on each table. When I came in, they were already working.',
    ],
    threads: [
      'Two children explained the circuit to the others, and I sat down. They used better words than mine.',
      'The rain drove us inside, and we built towers of cups. Not planned at all, and the best of the day.',
      'We ended with one word each. One child said “again”.',
      'I asked a question and waited until it hurt. Then three answers came at once.',
      'Everyone had a job on a card. No one asked me what to do next.',
      'We tested the bridges with books, slowly, and everyone counted aloud.',
    ],
    replies: praise,
  },
  {
    lesson: 'What a child taught me',
    openings: [
      'I write the plan of the day on the wall in pictures, for one child. Now everyone looks there first.',
      'A corner with a lamp and a cushion. It cost nothing, and three of them use it.',
    ],
    threads: [
      'I say what comes next five minutes before. It was for one child, and the whole group is calmer.',
      'Instructions in two sentences, then I show them. No one misses the long version.',
      'Headphones on a hook, for students who want them. Some weeks they just hang there, and that is fine.',
      'We roll the dice for the groups. It began with one child who was always chosen last.',
      'Tables that stand apart, so that everyone gets through. It made the room bigger for all.',
      'I read the task aloud, also to those who can read. More of them begin at once.',
    ],
    replies: praise,
  },
  {
    lesson: 'Our chat, our rules',
    openings: [
      'I begin: no one adds anyone without asking. It would have saved us a lot of trouble.',
      'And one more of mine: no messages after nine in the evening.',
    ],
    threads: [
      'No pictures of people who have not said yes. Then no one has to be afraid of bad ones.',
      'Whoever leaves the group is not asked why.',
      'No screenshots. What is said in the group stays there.',
      'If two people argue, they do it alone and not before everyone.',
      'Jokes about someone only if that person laughs too.',
      'Someone answers each question, even if it is only “I don’t know”.',
    ],
    replies: [
      'That would have changed our class chat. It is full of pictures.',
      'I had not thought of that one. Can we have both?',
      'Who looks whether everyone keeps to it?',
      'Good rule. I would write it a bit shorter.',
    ],
  },
  {
    lesson: 'One thing I will change',
    openings: [
      'From next week the door of the workshop stays open, whoever is in there.',
      'Two of us wait until the last child is collected. We have written it into the plan.',
    ],
    threads: [
      'I will put the list of who may collect beside the door, and ring when someone is not on it.',
      'No more lifts home in my car. We have agreed on it as a team.',
      'I will say aloud where I go when I leave the room.',
      'Photos with the camera of the organization alone, never with my own phone.',
      'I tell new volunteers our rules on their first day, before anything else.',
    ],
    replies: praise,
  },
]

/** Post in the review queue: phone numbers are not for a discussion. */
export const heldText = 'If you want to know how I did it, call me: 0171 5550133.'
