import type { Written } from './texts.ts';

export const PORTUGUESE: Written = {
  seen: {
    replies: [
      'Olá Anna, tenho interesse. Podemos falar na quinta às dez?\n\nCumprimentos,\nBo',
      'Estou de férias até segunda, mas dia 5 de janeiro pode ser. Combinado?',
      'Obrigado, mas neste momento não precisamos.',
      'Pode retirar-me da reunião de sexta-feira? Não consigo ir.',
      'Não sou a pessoa certa, fale com o Luís.',
      'Não recebi o anexo, pode enviar de novo?',
    ],
    absences: [
      [
        'Resposta automática: ',
        'Estarei fora do escritório até 5 de janeiro de 2027. Para assuntos urgentes, contacte a minha colega Carla.',
        '2027-01-05',
      ],
      ['Ausência: ', 'Estou de férias e regresso na segunda-feira, 11/01/2027.', '2027-01-11'],
      [
        'Resposta automática: ',
        'De licença de maternidade, não tenho acesso ao e-mail. Escreva para info@acme.example.',
        null,
      ],
      ['Fora do escritório: ', 'Ausente de 21 de dezembro a 8 de janeiro, inclusive.', '2027-01-09'],
      ['Resposta automática: ', 'Retornarei no dia 4 de janeiro e responderei assim que possível.', '2027-01-04'],
    ],
    wishes: [
      'Por favor, remova-me da sua lista.',
      'Descadastrar',
      'Não quero mais receber e-mails.',
      'Como conseguiram o meu contacto? Não me escrevam mais.',
      'Bom dia,\n\nsolicito a exclusão dos meus dados pessoais, nos termos da LGPD.\n\nBo Prospecto',
      'Parem de me enviar propaganda',
      'Cancelar inscrição',
    ],
    notices: [
      [
        'suporte',
        'Chamado 48213',
        'Recebemos a sua solicitação, registrada com o número de protocolo 48213. Um atendente responderá em até dois dias úteis.',
      ],
      ['nao-responda', 'Pedido confirmado', 'Esta é uma mensagem automática. Por favor, não responda a este e-mail.'],
      [
        'newsletter',
        'Novidades',
        'Visualizar no navegador. Você recebeu este e-mail porque se inscreveu. Para cancelar a inscrição, clique aqui.',
      ],
    ],
  },
  held_back: {
    replies: ['Claro, ligue-me na quinta quando eu voltar.', 'Não é para nós, obrigada.', 'Quanto custa?'],
    absences: [
      ['Resposta automática: ', 'Olá! Encontro-me em viagem e volto ao escritório em 28/12.', '2026-12-28'],
      ['Ausente: ', 'Volto amanhã.', '2026-12-19'],
      ['Resposta automática: ', 'O nosso escritório estará encerrado até 4 de janeiro.', '2027-01-04'],
    ],
    wishes: [
      'Peço que deixem de me contactar.',
      'Apaguem o meu e-mail da vossa base de dados.',
      'Sem interesse. Não voltem a escrever.',
      'gostaria de cancelar a subscrição',
    ],
    notices: [
      ['noreply', 'Consulta marcada', 'A sua consulta de 22 de dezembro foi confirmada. Não responda a esta mensagem.'],
      ['recrutamento', 'Candidatura', 'A sua candidatura foi recebida e será analisada pela nossa equipa.'],
    ],
  },
};
