import type { Written } from './texts.ts';

export const SPANISH: Written = {
  seen: {
    replies: [
      'Hola Anna, me interesa. ¿Podemos hablar el martes por la mañana?\n\nUn saludo,\nBo',
      'Estoy de vacaciones hasta el lunes, pero llámame el 5 de enero y lo vemos.',
      'Gracias, pero ahora mismo no estamos buscando.',
      'Por favor, quítame de la reunión del viernes, no puedo asistir.',
      'Ya no trabajo en ese departamento, habla con Luis.',
      'No me llegó el archivo adjunto, ¿lo puedes enviar otra vez?',
    ],
    absences: [
      [
        'Respuesta automática: ',
        'Estaré fuera de la oficina hasta el 5 de enero de 2027. Para temas urgentes, contacte con mi compañera Carla.',
        '2027-01-05',
      ],
      ['Fuera de la oficina: ', 'Estoy de vacaciones y me reincorporo el lunes 11/01/2027.', '2027-01-11'],
      ['Respuesta automática: ', 'Me encuentro de baja por maternidad. Puede escribir a info@acme.example.', null],
      ['Ausente: ', 'Ausente del 21 de diciembre al 8 de enero, ambos inclusive.', '2027-01-09'],
      [
        'Respuesta automática: ',
        'No estaré disponible; responderé a su mensaje a mi regreso, el día 4 de enero.',
        '2027-01-04',
      ],
    ],
    wishes: [
      'Por favor, elimíneme de su lista de correo.',
      'Darme de baja',
      'No quiero recibir más correos suyos.',
      '¿De dónde han sacado mis datos? No me escriban más.',
      'Buenos días:\n\nsolicito la supresión de mis datos personales de sus ficheros.\n\nBo Prospecto\nDirector técnico',
      'Dejen de enviarme publicidad',
      'baja por favor',
    ],
    notices: [
      [
        'soporte',
        'Su solicitud 48213',
        'Gracias por contactar con nosotros. Hemos recibido su solicitud y le hemos asignado el número de ticket 48213. Un agente le responderá en un plazo de 48 horas.',
      ],
      [
        'no-responder',
        'Pedido recibido',
        'Este es un mensaje generado automáticamente. Por favor, no responda a este correo.',
      ],
      [
        'newsletter',
        'Novedades de diciembre',
        'Ver en el navegador. Recibe este correo porque se ha suscrito. Para darse de baja, haga clic aquí.',
      ],
    ],
  },
  held_back: {
    replies: [
      'Sí, claro. Vuelvo el jueves y te llamo.',
      'No es para nosotros, gracias de todos modos.',
      '¿Qué coste tiene?',
    ],
    absences: [
      ['Respuesta automática: ', 'Hola, ando de viaje y vuelvo a la oficina el 28/12.', '2026-12-28'],
      ['Fuera de oficina: ', 'Nuestras oficinas permanecerán cerradas hasta el próximo lunes.', '2026-12-21'],
      ['Mensaje de ausencia: ', 'Regreso mañana; si es urgente llame a recepción.', '2026-12-19'],
    ],
    wishes: [
      'Les ruego que dejen de contactarme.',
      'Bórrenme de su base de datos inmediatamente.',
      'No me interesa, no insistan más.',
      'Quiero cancelar la suscripción.',
    ],
    notices: [
      ['noreply', 'Su cita', 'Su cita del 22 de diciembre ha sido confirmada. No responda a este mensaje.'],
      ['seleccion', 'Candidatura recibida', 'Hemos recibido su candidatura, que será revisada por nuestro equipo.'],
    ],
  },
};
