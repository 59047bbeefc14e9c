export const accounts = {
  login: {
    title: "Log in",
    lead: "Buy carbon credits from registered projects on invoice.",
    email: "Email",
    password: "Password",
    show: "Show the password",
    hide: "Hide the password",
    submit: "Log in",
  },
};
