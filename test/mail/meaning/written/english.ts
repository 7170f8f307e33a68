import type { Written } from './texts.ts';

export const ENGLISH: Written = {
  seen: {
    replies: [
      'Hi Anna,\n\nsounds interesting. Could you send me a few dates for next week?\n\nBest,\nBo',
      'Great! We are on holiday on Friday; does Tuesday 5 January suit?',
      'Thanks, but I am happy where I am. Good luck with the search!',
      'Please remove me from the next meeting, I cannot make it. Happy to talk in January though.',
      'I no longer work in that team. My colleague Carla Diaz (carla@acme.example) is the right person.',
      'Who are you and how does this work?',
      'Can you stop by our office on Monday? We are at Main Street 5.',
      "I'm out of office until Monday, but yes, let us talk. Call me.",
    ],
    absences: [
      [
        'Automatic reply: ',
        'I am out of the office until Tuesday, 5 January 2027. For urgent matters please contact my colleague Carla Diaz.',
        '2027-01-05',
      ],
      [
        'Out of Office: ',
        'Thank you for your email. I am on annual leave and will be back on 11-Jan-2027 with limited access to email.',
        '2027-01-11',
      ],
      [
        'Auto: ',
        'I am away from my desk and return on Monday 4th January. If it is urgent, call +44 20 7946 0018.',
        '2027-01-04',
      ],
      ['Automatic reply: ', 'I will be on leave from December 21st through January 8th.', '2027-01-09'],
      ['Autoreply: ', 'I am currently on parental leave. My colleagues at team@acme.example will help you.', null],
      [
        'Out of office: ',
        'Our offices are closed over Christmas. We will reply to your message as soon as we are back after the holidays.',
        null,
      ],
    ],
    wishes: [
      'Please take me off your mailing list.',
      'Unsubscribe',
      'Stop emailing me!!!',
      'Why am I getting this? Remove me.',
      'I am not interested. Please do not contact me again.',
      'Hello Anna,\n\nI never signed up for any of this. Kindly delete my address from your database and confirm.\n\nBo Prospect\nHead of Platform',
      "Hi, could you please unsubscribe me from these emails? I don't want to receive them anymore. Thanks, Bo",
    ],
    notices: [
      [
        'support',
        '[#48213] Quiet work',
        'Thank you for contacting Acme Support. We have received your request and opened ticket 48213. One of our agents will reply within two business days.',
      ],
      [
        'noreply',
        'Your registration',
        'This is an automatically generated message. Please do not reply to this email. Your registration has been received.',
      ],
      [
        'newsletter',
        'December news',
        'View this email in your browser. You are receiving this because you subscribed. Unsubscribe or manage your preferences.',
      ],
      [
        'info',
        'Quiet work',
        'The mailbox you wrote to is no longer in use. Please send your message to hello@acme.example. This is an automated response.',
      ],
    ],
  },
  held_back: {
    replies: [
      'Yes please, Thursday at ten works for me. I will be travelling until Wednesday.',
      'Not sure this is for us. What does it cost, and how many people use it?',
      'Wrong Bo, I am afraid. You want Bo Larsson in purchasing.',
      'Could you delete the second attachment and resend? My mail server refused it.',
    ],
    absences: [
      [
        'Automatic reply: ',
        "Hi there! I'm OOO and back at my desk on Jan 7. Anything urgent goes to Dana.",
        '2027-01-07',
      ],
      [
        'Out of the office Re: ',
        'Please note that I am travelling on business without access to email until 2026-12-28.',
        '2026-12-28',
      ],
      ['Away: ', 'I am not in the office today. I will respond tomorrow.', '2026-12-19'],
    ],
    wishes: [
      'Lose my address.',
      'We have no need for your service and would ask you to refrain from sending us further messages.',
      'Under GDPR I object to the processing of my personal data for marketing. Please erase everything you hold about me.',
      'opt out please',
    ],
    notices: [
      [
        'no-reply',
        'We got your message',
        'Hello, this is just to let you know that your enquiry has been registered under case number 2026-7781.',
      ],
      [
        'careers',
        'Your application',
        'Thank you for your application. This mailbox is not monitored, replies will not be read.',
      ],
    ],
  },
};
